import { defineConfig } from 'vitest/config'
import { compileMessages } from './web/compile-messages.ts'
import { listLayout } from './web/list-layout.ts'
import { preactForReact } from './web/preact-for-react.ts'

const long = process.env.BITQUAY_LONG === 'true'
/** Tests that compare times run only in `npm run bench`, on an idle machine. */
const ratio = process.env.BITQUAY_RATIO === 'true'

/** A machine that is busy with other work may take long to reach a state that a test waits for. */
const patient = { poll: { timeout: 60_000 } }

export default defineConfig({
  test: {
    teardownTimeout: 60_000,
    // Three at once, each with its own PostgreSQL: on two processors, one of them often waits. Long tests load the machine
    // enough alone.
    maxWorkers: long || ratio || process.env.TEST_DATABASE_URL ? 1 : 3,
    projects: [
      {
        // Browser code gets its texts and list layouts as the build makes them.
        plugins: [compileMessages(), listLayout()],
        test: {
          name: 'unit',
          isolate: false,
          expect: patient,
          include: long
            ? ['{contract,btcpay,sandbox,web}/src/**/*.long.test.ts', 'scripts/**/*.long.test.ts']
            : ['{contract,btcpay,sandbox,web}/src/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: long ? [] : ['**/*.long.test.ts'],
          testTimeout: long ? 600_000 : 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        // Screens and their parts, drawn in a document that is no browser.
        plugins: [compileMessages(), listLayout()],
        test: {
          name: 'web',
          environment: 'happy-dom',
          isolate: false,
          expect: patient,
          include: long ? [] : ['web/src/**/*.test.tsx'],
          setupFiles: ['web/test/document.ts'],
          testTimeout: 60_000,
        },
      },
      {
        // The server draws customers' pages with their components, as the build does.
        plugins: [compileMessages({ translated: 'at-once' })],
        resolve: { alias: preactForReact },
        test: {
          name: 'server',
          isolate: false,
          expect: patient,
          include: ratio
            ? ['server/**/*.ratio.test.ts']
            : long
              ? ['{server,client,cli,examples}/**/*.long.test.ts']
              : ['{server,client,cli,examples}/**/*.test.ts'],
          exclude: ratio ? [] : ['**/*.ratio.test.ts', ...(long ? [] : ['**/*.long.test.ts'])],
          globalSetup: ['server/test/postgres.ts'],
          testTimeout: long || ratio ? 600_000 : 180_000,
          hookTimeout: ratio ? 600_000 : 180_000,
        },
      },
    ],
  },
})
