/** The server writes into the page whether its money is real; 'unknown' only when the page came from elsewhere, as in development. */
export const servedMode = (): 'sandbox' | 'live' | 'unknown' => {
  const mode = document.documentElement.dataset.mode
  return mode === 'sandbox' || mode === 'live' ? mode : 'unknown'
}
