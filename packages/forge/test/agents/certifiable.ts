/** Agents that differ in their adapter; the others that speak ACP differ in data. The scripted one is its own program. */
export const certifiable = ['acp', 'builtin', 'claude-code', 'codex', 'command'] as const
