const pieceBytes = 32_768

/** The content of a file in base64. */
export const readBase64 = async (file: File): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  // In pieces, because a call takes a limited number of arguments.
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    text += String.fromCharCode(...bytes.subarray(at, at + pieceBytes))
  }
  return btoa(text)
}
