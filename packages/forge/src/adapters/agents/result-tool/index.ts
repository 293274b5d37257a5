/**
 * The tool by which an agent without typed output returns its answer: checked while the agent runs, bound to its
 * attempt.
 */
export { toolName } from './protocol.ts'
export { openResultTool } from './server.ts'
