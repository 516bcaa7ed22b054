/** What the Tab key reaches. */
const stops = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled)'

/**
 * For the `ref` of an element that scrolls: while there is more than it shows and nothing in it takes the focus, the
 * Tab key reaches it, so that the arrow keys scroll it in every browser.
 */
export const reachByKeyboard = (box: HTMLElement | null) => {
  if (!box) return undefined
  const update = () => {
    if (box.scrollHeight > box.clientHeight && !box.querySelector(stops)) box.tabIndex = 0
    else box.removeAttribute('tabindex')
  }
  const resized = new ResizeObserver(update)
  resized.observe(box)
  const changed = new MutationObserver(update)
  changed.observe(box, { childList: true, subtree: true, characterData: true })
  return () => {
    resized.disconnect()
    changed.disconnect()
  }
}
