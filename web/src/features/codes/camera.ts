export type CameraProblem = 'denied' | 'none' | 'busy' | 'insecure' | 'not-loaded'

/** Why there is no picture to read codes from. */
export class NoCamera extends Error {
  readonly problem: CameraProblem
  constructor(problem: CameraProblem) {
    super(`no camera: ${problem}`)
    this.problem = problem
  }
}

/** The camera at the back of a phone where there is one. The picture is large, because screens of devices are small. */
const wanted: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: { ideal: 'environment' }, width: { ideal: 1920 }, height: { ideal: 1080 } },
}

/**
 * Shows the camera’s picture and reads codes in it, until the signal ends both. Nothing of the picture is kept or sent.
 * Rejects with NoCamera.
 */
export const readCamera = async (video: HTMLVideoElement, onCode: (text: string) => void, signal: AbortSignal) => {
  const stream = await openCamera()
  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
    video.srcObject = null
  }
  if (signal.aborted) return stop()
  signal.addEventListener('abort', stop)
  video.srcObject = stream
  // A picture of the person is expected as in a mirror, one of what is behind a phone isn't.
  video.classList.toggle('mirrored', stream.getVideoTracks()[0]?.getSettings().facingMode !== 'environment')
  const [detect] = await Promise.all([loadDetector(), video.play().catch(() => undefined)])
  void watch(video, detect, onCode, signal)
}

const openCamera = async (): Promise<MediaStream> => {
  if (!('mediaDevices' in navigator)) throw new NoCamera('insecure')
  try {
    return await navigator.mediaDevices.getUserMedia(wanted)
  } catch (error) {
    const name = error instanceof DOMException ? error.name : ''
    throw new NoCamera(problems.get(name) ?? 'busy')
  }
}

const problems = new Map<string, CameraProblem>(
  Object.entries({
    NotAllowedError: 'denied',
    SecurityError: 'denied',
    NotFoundError: 'none',
    OverconstrainedError: 'none',
  }),
)

const watch = async (
  video: HTMLVideoElement,
  detect: Detect,
  onCode: (text: string) => void,
  signal: AbortSignal,
): Promise<void> => {
  while (!signal.aborted) {
    for (const text of await detect(video)) {
      if (!signal.aborted) onCode(text)
    }
    await new Promise(requestAnimationFrame)
  }
}

type Detect = (video: HTMLVideoElement) => Promise<string[]>
type Detector = { detect: (video: HTMLVideoElement) => Promise<readonly { rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: ['qr_code'] }): Detector
  getSupportedFormats: () => Promise<readonly string[]>
}

/** The browser’s own way to find codes, where it has one. */
const loadDetector = async (): Promise<Detect> => {
  const { BarcodeDetector: Own } = globalThis as { BarcodeDetector?: DetectorClass }
  const finds = Own && (await Own.getSupportedFormats().catch(() => [''])).includes('qr_code')
  if (Own && finds) {
    let library: Detect | undefined
    const own = new Own({ formats: ['qr_code'] })
    return async (video) => {
      if (library) return library(video)
      try {
        return textsOf(await own.detect(video))
      } catch {
        // Some systems promise it and have no service for it.
        library = await loadLibrary()
        return []
      }
    }
  }
  return loadLibrary()
}

const loadLibrary = async (): Promise<Detect> => {
  const { decodeQR } = await import('qr/decode.js').catch(() => {
    throw new NoCamera('not-loaded')
  })
  const drawing = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  return async (video) => {
    const { videoWidth: width, videoHeight: height } = video
    if (!drawing || width === 0 || height === 0) return []
    if (drawing.canvas.width !== width) drawing.canvas.width = width
    if (drawing.canvas.height !== height) drawing.canvas.height = height
    drawing.drawImage(video, 0, 0)
    try {
      return [decodeQR(drawing.getImageData(0, 0, width, height))]
    } catch {
      // There is no code in this picture.
      return []
    }
  }
}

const textsOf = (codes: readonly { rawValue: string }[]) => codes.map(({ rawValue }) => rawValue)
