type Mode = 'sandbox' | 'live' | 'unknown'

let drawnMode: Mode | undefined

/** The server writes into the page whether its money is real; 'unknown' only when the page came from elsewhere, as in development. */
export const servedMode = (): Mode => {
  const mode = drawnMode ?? document.documentElement.dataset.mode
  return mode === 'sandbox' || mode === 'live' ? mode : 'unknown'
}

/** For the server, which has no document. */
export const drawForMode = (mode: Mode) => {
  drawnMode = mode
}
