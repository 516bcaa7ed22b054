import { type ComponentType, lazy } from 'react'

/** A page whose code is fetched when it is first shown. */
export const lazyPage = <M,>(load: () => Promise<M>, pick: (module: M) => ComponentType) => {
  const Page = lazy(async () => ({ default: pick(await load()) }))
  return <Page />
}
