import bash from 'highlight.js/lib/languages/bash'
import csharp from 'highlight.js/lib/languages/csharp'
import go from 'highlight.js/lib/languages/go'
import http from 'highlight.js/lib/languages/http'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import xml from 'highlight.js/lib/languages/xml'
import { createLowlight } from 'lowlight'
import type { Command } from '../../content/docs/guide.ts'
import type { CodeColor, ColoredRun } from './colored-run.ts'

type Node = ReturnType<typeof lowlight.highlight>['children'][number]

const languages = { bash, csharp, go, http, javascript, json, php, python, xml } satisfies Record<
  NonNullable<Command['syntax']>,
  unknown
>
const lowlight = createLowlight(languages)

/** As long as the placeholder of the origin and read as one word, so that no color ends within it. */
const originStandIn = 'ourorig1'

/** The colors of a command, as runs over its text. Runs during the build: a browser never loads the highlighter. */
export const colorCode = ({ text, syntax }: Pick<Command, 'text' | 'syntax'>): ColoredRun[] => {
  if (!syntax) return []
  return merge(flatten(lowlight.highlight(syntax, text.replaceAll('{origin}', originStandIn)).children, ''))
}

const flatten = (nodes: readonly Node[], color: CodeColor): ColoredRun[] =>
  nodes.flatMap((node): ColoredRun[] => {
    if (node.type === 'text') return [[color, node.value.length]]
    if (node.type !== 'element') return []
    const { className } = node.properties
    const [scope] = Array.isArray(className) ? className : []
    return flatten(node.children, colorsByScope[String(scope)] ?? color)
  })

const merge = (runs: readonly ColoredRun[]) =>
  runs.reduce<ColoredRun[]>((merged, [color, length]) => {
    const [lastColor, lastLength] = merged.at(-1) ?? []
    if (lastColor !== color || lastLength === undefined) return [...merged, [color, length]]
    return [...merged.slice(0, -1), [color, lastLength + length]]
  }, [])

/** The highlighter knows more kinds of words than a reader needs to tell apart. */
const colorsByScope: Record<string, CodeColor> = {
  'hljs-attr': 'name',
  'hljs-attribute': 'name',
  'hljs-built_in': 'name',
  'hljs-comment': 'comment',
  'hljs-keyword': 'keyword',
  'hljs-literal': 'number',
  'hljs-meta': 'comment',
  'hljs-number': 'number',
  'hljs-regexp': 'string',
  'hljs-string': 'string',
  'hljs-subst': '',
  'hljs-title': 'name',
  'hljs-type': 'name',
  'hljs-variable': 'name',
}
