import { useEffect } from 'react'
import { brand, type PageMeta } from '../../content/content.ts'

/** Names the page for the tab, for search engines and for link previews. */
export const usePageMeta = (path: string, { title, description }: PageMeta) => {
  useEffect(() => {
    const address = new URL(path, publicOrigin()).href
    document.title = title
    write('meta', 'name', 'description', 'content', description)
    write('meta', 'property', 'og:site_name', 'content', brand.name)
    write('meta', 'property', 'og:type', 'content', 'website')
    write('meta', 'property', 'og:title', 'content', title)
    write('meta', 'property', 'og:description', 'content', description)
    write('meta', 'property', 'og:url', 'content', address)
    write('link', 'rel', 'canonical', 'href', address)
  }, [path, title, description])
}

/** The operator's own address, as the server wrote it into the page, even if the page was opened at another one. */
export const publicOrigin = () =>
  new URL(document.head.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.origin).origin

/** Changes the element that is there, so that none is ever doubled. */
const write = (tag: 'meta' | 'link', keyName: string, key: string, valueName: string, value: string) => {
  const found = document.head.querySelector(`${tag}[${keyName}="${key}"]`)
  const element = found ?? document.head.appendChild(document.createElement(tag))
  element.setAttribute(keyName, key)
  element.setAttribute(valueName, value)
}
