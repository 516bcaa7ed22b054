import type { Worker } from '../src/platform/workers/run-workers.ts'

/** Runs a worker once and waits for all of its items: a run by itself leaves slow ones in progress. */
export const runWorker = async (worker: Worker) => {
  await worker.run(new AbortController().signal)
  await worker.finish?.()
}
