/** The tool for answers of agents without typed output: checked while the agent runs, and bound to its attempt. */
export { toolName } from './protocol.ts'
export { openResultTool } from './server.ts'
