import { createElement, Fragment, type ReactNode } from 'react'

/** A message whose parameters are elements, such as an amount or a link. The text decides where they stand. */
export const fillMessage = <Name extends string>(
  message: (parameters: Record<Name, string>) => string,
  elements: Record<Name, ReactNode>,
): ReactNode => {
  const marked = Object.fromEntries(Object.keys(elements).map((name) => [name, `\0${name}\0`]))
  const pieces = message(marked as Record<Name, string>).split('\0')
  // Every second piece is the name of an element.
  return pieces.map((piece, place) =>
    createElement(Fragment, { key: place }, place % 2 === 0 ? piece : elements[piece as Name]),
  )
}
