/** A batch spread over the machine's cores: each thread takes every n-th seed. */
import { availableParallelism } from 'node:os'
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads'
import { runBatch, type BatchRequest, type BatchResult } from './batch.ts'

export async function runOnCores(request: BatchRequest, onProgress: (done: number) => void): Promise<BatchResult> {
  const threads = Math.max(1, Math.min(availableParallelism(), Math.ceil(request.seeds.length / 50)))
  const done = Array.from({ length: threads }, () => 0)
  const parts = await Promise.all(
    done.map((_, index) => {
      const seeds = request.seeds.filter((__, position) => position % threads === index)
      const part = { ...request, seeds, doublechecked: Math.ceil(request.doublechecked / threads) }
      return inThread(part, (count) => {
        done[index] = count
        onProgress(done.reduce((sum, each) => sum + each, 0))
      })
    }),
  )
  return parts.reduce(join)
}

function inThread(request: BatchRequest, onProgress: (done: number) => void): Promise<BatchResult> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: request, execArgv: process.execArgv })
    worker.on('message', (message: { progress: number } | { result: BatchResult }) => {
      if ('result' in message) resolve(message.result)
      else onProgress(message.progress)
    })
    worker.on('error', reject)
    worker.on('exit', (code) => {
      if (code !== 0) reject(new Error(`a simulator thread ended with ${code}`))
    })
  })
}

function join(one: BatchResult, other: BatchResult): BatchResult {
  const outcomes = { ...one.outcomes }
  for (const [outcome, count] of Object.entries(other.outcomes)) outcomes[outcome] = (outcomes[outcome] ?? 0) + count
  return {
    schedules: one.schedules + other.schedules,
    steps: one.steps + other.steps,
    withCrash: one.withCrash + other.withCrash,
    violations: [...one.violations, ...other.violations],
    reached: [...new Set([...one.reached, ...other.reached])],
    outcomes,
    digests: [...one.digests, ...other.digests],
  }
}

if (!isMainThread && parentPort !== null && isRequest(workerData)) {
  const port = parentPort
  const result = await runBatch(workerData, (progress) => {
    if (progress % 100 === 0) port.postMessage({ progress })
  })
  port.postMessage({ result })
}

/** The module is also loaded by other threads (a test runner's, say): only a batch request is for us. */
function isRequest(data: unknown): data is BatchRequest {
  return typeof data === 'object' && data !== null && 'seeds' in data && 'doublechecked' in data
}
