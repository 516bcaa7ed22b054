import type { Language } from '@bitquay/contract/languages'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, type Texts } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { ja } from './ja.ts'
import { nl } from './nl.ts'
import { pl } from './pl.ts'
import { ptBr } from './pt-br.ts'
import { tr } from './tr.ts'
import { zhCn } from './zh-cn.ts'

const dictionaries: Record<Language, Texts> = { en, de, fr, es, 'pt-BR': ptBr, it, nl, pl, tr, ja, 'zh-CN': zhCn, ar }

export const textsOf = (language: Language): Texts => dictionaries[language]
