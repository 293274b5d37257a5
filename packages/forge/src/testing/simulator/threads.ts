/** Work spread over the machine's cores: each thread takes every n-th seed, or every n-th crash plan. */
import { availableParallelism } from 'node:os'
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads'
import { runBatch, type BatchRequest, type BatchResult } from './batch.ts'
import { sweep, type SweepRequest, type SweepResult } from './exhaustive.ts'

type Job = { readonly batch: BatchRequest } | { readonly sweep: SweepRequest }

export async function runOnCores(request: BatchRequest, onProgress: (done: number) => void): Promise<BatchResult> {
  const threads = Math.max(1, Math.min(availableParallelism(), Math.ceil(request.seeds.length / 50)))
  const parts = await spread<BatchResult>(threads, onProgress, (index) => {
    const seeds = request.seeds.filter((_, position) => position % threads === index)
    return { batch: { ...request, seeds, doublechecked: Math.ceil(request.doublechecked / threads) } }
  })
  return parts.reduce(joinBatches)
}

export async function sweepOnCores(onProgress: (done: number) => void): Promise<readonly SweepResult[]> {
  const threads = availableParallelism()
  const parts = await spread<SweepResult[]>(threads, onProgress, (part) => ({ sweep: { part, parts: threads } }))
  return parts.reduce(joinSweeps)
}

function spread<Part>(
  threads: number,
  onProgress: (done: number) => void,
  jobOf: (index: number) => Job,
): Promise<Part[]> {
  const done = Array.from({ length: threads }, () => 0)
  return Promise.all(
    done.map((_, index) =>
      inThread<Part>(jobOf(index), (count) => {
        done[index] = count
        onProgress(done.reduce((sum, each) => sum + each, 0))
      }),
    ),
  )
}

function inThread<Part>(job: Job, onProgress: (done: number) => void): Promise<Part> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: job, execArgv: process.execArgv })
    worker.on('message', (message: { progress: number } | { result: Part }) => {
      if ('result' in message) resolve(message.result)
      else onProgress(message.progress)
    })
    worker.on('error', reject)
    worker.on('exit', (code) => {
      if (code !== 0) reject(new Error(`a simulator thread ended with ${code}`))
    })
  })
}

function joinBatches(one: BatchResult, other: BatchResult): BatchResult {
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

function joinSweeps(one: SweepResult[], other: SweepResult[]): SweepResult[] {
  return one.map((result, index) => {
    const more = other[index]
    if (more === undefined) return result
    return { ...result, runs: result.runs + more.runs, failures: [...result.failures, ...more.failures] }
  })
}

if (!isMainThread && parentPort !== null && isJob(workerData)) {
  const port = parentPort
  const report = (progress: number): void => {
    if (progress % 100 === 0) port.postMessage({ progress })
  }
  const result =
    'batch' in workerData ? await runBatch(workerData.batch, report) : await sweep(workerData.sweep, report)
  port.postMessage({ result })
}

/** Other threads load the module too (a test runner's, say): it only reacts to a job. */
function isJob(data: unknown): data is Job {
  return typeof data === 'object' && data !== null && ('batch' in data || 'sweep' in data)
}
