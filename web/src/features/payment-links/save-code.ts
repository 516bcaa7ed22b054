import { saveFile } from '../../lib/download.ts'
import { loadEncoder } from '../../ui/qr-code.tsx'

/** Enough for print: a module is at least this many pixels wide. */
const modulePixels = 24
const quietModules = 4

/** Saves a QR code as a picture, black on white. */
export const saveCode = async (text: string, name: string) => {
  const { modules } = (await loadEncoder()).create([{ data: new TextEncoder().encode(text), mode: 'byte' }], {
    errorCorrectionLevel: 'M',
  })
  const side = (modules.size + 2 * quietModules) * modulePixels
  const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side })
  const paper = canvas.getContext('2d')
  if (!paper) return
  paper.fillStyle = '#ffffff'
  paper.fillRect(0, 0, side, side)
  paper.fillStyle = '#000000'
  for (let y = 0; y < modules.size; y++) {
    for (let x = 0; x < modules.size; x++) {
      if (!modules.data[y * modules.size + x]) continue
      paper.fillRect((x + quietModules) * modulePixels, (y + quietModules) * modulePixels, modulePixels, modulePixels)
    }
  }
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (picture) saveFile(`${name}.png`, picture)
}
