import { z } from 'zod'

const timeoutMs = 5000

type Explorer = { engine: { esploraUrl: string | undefined } }

/** Asks the Esplora explorer. Returns undefined when there is none, or when it does not know or does not answer. */
export const fetchFromExplorer = async <S extends z.ZodType>(
  { engine }: Explorer,
  path: string,
  shape: S,
): Promise<z.output<S> | undefined> => {
  if (!engine.esploraUrl) return undefined
  try {
    const answer = await fetch(`${engine.esploraUrl}${path}`, {
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    })
    if (!answer.ok) return undefined
    const parsed = shape.safeParse(await answer.json())
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

const block = z.object({ height: z.number().int(), timestamp: z.number() })

/** The newest block according to the explorer. */
export const readChainTip = async (deps: Explorer): Promise<{ height: number; at: Date } | undefined> => {
  const [tip] = (await fetchFromExplorer(deps, '/blocks', z.array(block))) ?? []
  return tip ? { height: tip.height, at: new Date(tip.timestamp * 1000) } : undefined
}
