/** Polls until there is a result. The limit only ends a test that would never end. */
export const eventually = async <T>(what: string, look: () => Promise<T | undefined>, limitMs = 60_000): Promise<T> => {
  const startedAt = performance.now()
  for (let pauseMs = 5; performance.now() - startedAt < limitMs; pauseMs = Math.min(pauseMs * 1.5, 1_000)) {
    const seen = await look()
    if (seen !== undefined) return seen
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  throw new Error(`it never came about that ${what}`)
}
