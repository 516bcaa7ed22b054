import { imageTypes, mostImageBytes } from '@bitquay/contract/brands'
import type { ChangeEvent, RefObject } from 'react'

type PictureInputProps = {
  /** A button of the caller's clicks it. */
  input: RefObject<HTMLInputElement | null>
  label: string
  onPicture: (file: File) => void
  onTooLarge: () => void
}

/** Lets a person choose a picture that the server takes. */
export const PictureInput = ({ input, label, onPicture, onTooLarge }: PictureInputProps) => {
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    // The same file can be chosen again.
    target.value = ''
    if (!file) return
    if (file.size > mostImageBytes) onTooLarge()
    else onPicture(file)
  }
  return (
    <input
      ref={input}
      className="sr-only"
      type="file"
      accept={imageTypes.join(',')}
      aria-label={label}
      tabIndex={-1}
      onChange={choose}
    />
  )
}
