/** Inside of a shop's page only that page may go elsewhere, so it is asked to. */
export const leaveFor = (url: string) => {
  if (document.documentElement.dataset.view) dispatchEvent(new CustomEvent('leave', { detail: url }))
  else location.assign(url)
}
