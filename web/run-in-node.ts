import react from '@vitejs/plugin-react'
import { createRunnableDevEnvironment, type Plugin, resolveConfig } from 'vite'
import { compileMessages } from './compile-messages.ts'
import { ownIcons } from './own-icons.ts'

/** Modules of one build import much of the same, so they run in one place, which ends with the process. */
let shared: ReturnType<typeof openEnvironment> | undefined

/** Runs a module of the app, with its texts compiled and without styles. Where sources may change, each run is separate. */
export const runInNode = async <Module>(file: string, mayChange = false): Promise<Module> => {
  if (!mayChange) return (await (shared ??= openEnvironment())).runner.import<Module>(file)
  const environment = await openEnvironment()
  try {
    return await environment.runner.import<Module>(file)
  } finally {
    await environment.close()
  }
}

const openEnvironment = async () => {
  const resolve = { external: true as const, mainFields: [], conditions: ['node'] }
  const config = await resolveConfig(
    {
      configFile: false,
      envDir: false,
      mode: 'production',
      plugins: [react(), compileMessages(), ownIcons(), withoutStyles],
      environments: { inline: { consumer: 'server', dev: { moduleRunnerTransform: true }, resolve } },
    },
    'serve',
  )
  const options = { runnerOptions: { hmr: { logger: false as const } }, hot: false }
  const environment = createRunnableDevEnvironment('inline', config, options)
  await environment.init()
  return environment
}

const withoutStyles: Plugin = {
  name: 'without-styles',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('.css') ? '\0without-styles' : undefined),
  load: (id) => (id === '\0without-styles' ? '' : undefined),
}
