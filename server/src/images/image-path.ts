/** Where everyone can load a picture. The content of this path never changes. */
export const imagePath = (hash: string) => `/images/${hash}`

export const hashOf = (path: string): string | undefined => /^\/images\/([0-9a-f]{40})$/.exec(path)?.[1]
