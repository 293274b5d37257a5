/** The tool by which an agent without typed output hands in its answer: checked while it still works, bound to its attempt. */
export { toolName } from './protocol.ts'
export { openResultTool } from './server.ts'
