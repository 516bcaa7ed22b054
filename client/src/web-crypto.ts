/** A variable, so that a bundler for another runtime doesn't look for the module. */
const nodeModule: string = 'node:crypto'

/** Node 18 has Web Crypto in a module only. Everywhere else it is a global. */
export const webCrypto = async (): Promise<typeof crypto> =>
  globalThis.crypto ??
  ((await import(/* webpackIgnore: true */ /* @vite-ignore */ nodeModule)).webcrypto as typeof crypto)
