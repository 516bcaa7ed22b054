import type { ErrorBody, ErrorCode } from '@bitquay/contract/errors'

/** A refusal of the API, or no response at all (status 0). */
export class BitquayError extends Error {
  readonly status: number
  /** Undefined when the response wasn't the API's, for example from a proxy in between. */
  readonly code: ErrorCode | undefined
  readonly requestId: string | undefined
  readonly fields: { path: string; message: string }[]

  constructor(status: number, message: string, body: Partial<ErrorBody> = {}, cause?: unknown) {
    super(message, { cause })
    this.name = 'BitquayError'
    this.status = status
    this.code = body.code
    this.requestId = body.requestId
    this.fields = body.fields ?? []
  }
}

export const errorOf = async (response: Response): Promise<BitquayError> => {
  const body = await readBody(response)
  return new BitquayError(response.status, body.message ?? `The API returned ${response.status}.`, body)
}

const readBody = async (response: Response): Promise<Partial<ErrorBody>> => {
  try {
    const body: unknown = await response.json()
    return typeof body === 'object' && body !== null ? body : {}
  } catch {
    return {}
  }
}
