import { vi } from 'vitest'

/**
 * A camera in place of a real one. What is shown to it is read from its next picture, and each picture may have one code.
 * Without a picture, `refuse` names the error of the browser.
 */
export const startCamera = ({ refuse }: { refuse?: string } = {}) => {
  const shown: string[] = []
  const streams: { isOn: boolean }[] = []
  const asked: MediaStreamConstraints[] = []
  let refusal = refuse
  const getUserMedia = async (constraints: MediaStreamConstraints) => {
    asked.push(constraints)
    if (refusal !== undefined) throw new DOMException('No', refusal)
    const stream = { isOn: true }
    streams.push(stream)
    const track = {
      stop: () => {
        stream.isOn = false
      },
      getSettings: () => ({ facingMode: 'environment' }),
    }
    return { getTracks: () => [track], getVideoTracks: () => [track] }
  }
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } })
  vi.spyOn(HTMLMediaElement.prototype, 'srcObject', 'set').mockImplementation(() => undefined)
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      static getSupportedFormats = async () => ['qr_code']
      detect = async () => {
        const text = shown.shift()
        return text === undefined ? [] : [{ rawValue: text }]
      }
    },
  )
  return {
    asked,
    show: (...codes: readonly string[]) => void shown.push(...codes),
    /** Whether each picture that was ever opened is still there. */
    areOn: () => streams.map(({ isOn }) => isOn),
    /** From now on the browser gives the picture. */
    allow: () => {
      refusal = undefined
    },
  }
}

/** No browser feature of it stays. */
export const removeCamera = () => {
  Reflect.deleteProperty(navigator, 'mediaDevices')
  vi.restoreAllMocks()
}
