import { defineConfig } from 'vitest/config'

const long = process.env.BITQUAY_LONG === 'true'
/** What compares times is no test: `npm run bench` runs it, on a machine that does nothing else. */
const ratio = process.env.BITQUAY_RATIO === 'true'

export default defineConfig({
  test: {
    teardownTimeout: 60_000,
    // One file after the other: they share a PostgreSQL, whose oldest open transaction is everybody's.
    maxWorkers: 1,
    projects: [
      {
        test: {
          name: 'unit',
          include: long
            ? ['{contract,btcpay,sandbox,web}/src/**/*.long.test.ts']
            : ['{contract,btcpay,sandbox,web}/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: long ? [] : ['**/*.long.test.ts'],
          testTimeout: long ? 600_000 : 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ratio
            ? ['server/**/*.ratio.test.ts']
            : long
              ? ['server/**/*.long.test.ts']
              : ['{server,client}/**/*.test.ts'],
          exclude: ratio ? [] : ['**/*.ratio.test.ts', ...(long ? [] : ['**/*.long.test.ts'])],
          globalSetup: ['server/test/postgres.ts'],
          testTimeout: long || ratio ? 600_000 : 60_000,
          hookTimeout: ratio ? 600_000 : 60_000,
        },
      },
    ],
  },
})
