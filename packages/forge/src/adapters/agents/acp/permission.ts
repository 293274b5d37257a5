/** Forge's answer to an agent's permission request: work may change the tree, judging and planning may only read. */
import type { RequestPermissionRequest, RequestPermissionResponse, ToolKind } from '@agentclientprotocol/sdk'
import type { AgentTask } from '#engine/ports.ts'

/** What a reading role must not use; commands stay allowed, since reading often takes one. */
const changing: ReadonlySet<ToolKind> = new Set<ToolKind>(['edit', 'delete', 'move'])

export function permissionFor(
  request: RequestPermissionRequest,
  does: AgentTask['task']['do'],
): RequestPermissionResponse {
  const isRefused = does !== 'work' && changing.has(request.toolCall.kind ?? 'other')
  // Once, never for ever: every use is requested, and no agent keeps a permission from this attempt.
  const wanted = isRefused ? ['reject_once', 'reject_always'] : ['allow_once', 'allow_always']
  const option = wanted.flatMap((kind) => request.options.filter((one) => one.kind === kind))[0]
  return option === undefined
    ? { outcome: { outcome: 'cancelled' } }
    : { outcome: { outcome: 'selected', optionId: option.optionId } }
}
