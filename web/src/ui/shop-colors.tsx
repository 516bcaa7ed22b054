/**
 * Loads a shop's color for every `.shop` with the same `data-color`. Our content security policy allows no styles inside
 * of a page, so the server draws a style sheet from the color in its address.
 */
export const ShopColors = ({ color }: { color: string | null }) =>
  color && <link rel="stylesheet" href={`/colors/${color.slice(1)}.css`} />
