import react from '@vitejs/plugin-react'
import { type Plugin, runnerImport } from 'vite'
import { compileMessages } from './compile-messages.ts'

/** Runs a module of the app during the build, with its texts compiled and without styles. */
export const runInNode = async <Module>(file: string): Promise<Module> => {
  const config = { mode: 'production', plugins: [react(), compileMessages(), withoutStyles] }
  return (await runnerImport<Module>(file, config)).module
}

const withoutStyles: Plugin = {
  name: 'without-styles',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('.css') ? '\0without-styles' : undefined),
  load: (id) => (id === '\0without-styles' ? '' : undefined),
}
