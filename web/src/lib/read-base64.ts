const pieceBytes = 32_768

/** The content of a file in base64. */
export const readBase64 = async (file: Blob): Promise<string> => toBase64(new Uint8Array(await file.arrayBuffer()))

export const toBase64 = (bytes: Uint8Array): string => {
  let text = ''
  // In pieces, because a call takes a limited number of arguments.
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    text += String.fromCharCode(...bytes.subarray(at, at + pieceBytes))
  }
  return btoa(text)
}

export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
