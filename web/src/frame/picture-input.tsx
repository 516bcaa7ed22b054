import { imageTypes, mostImageBytes } from '@bitquay/contract/brands'
import type { RefObject } from 'react'
import { FileInput } from './file-input.tsx'

type PictureInputProps = {
  /** A button of the caller's clicks it. */
  input: RefObject<HTMLInputElement | null>
  label: string
  onPicture: (file: File) => void
  onTooLarge: () => void
}

/** Lets a person choose a picture that the server takes. */
export const PictureInput = ({ onPicture, ...input }: PictureInputProps) => (
  <FileInput {...input} accept={imageTypes.join(',')} mostBytes={mostImageBytes} onFile={onPicture} />
)
