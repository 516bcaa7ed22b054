const part = Number(process.env.BENCH_PART ?? 1)

/** How many of something a benchmark takes. `BENCH_PART=0.01` takes a hundredth, which only shows that the benchmark works. */
export const atPart = (full: number, least = 1) => Math.max(Math.min(least, full), Math.round(full * part))

/** How a benchmark ends. The figures of a part say nothing about our code. */
export const exitAfter = (isWithinLimits: boolean): never => process.exit(isWithinLimits || part < 1 ? 0 : 1)
