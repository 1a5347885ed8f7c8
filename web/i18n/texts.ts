/**
 * The texts of the screen. Each module has its own, loaded with its first screen and for the current language only.
 * `{name}` in a text is a placeholder.
 */
import { createInstance } from 'i18next'
import { useCallback, useSyncExternalStore } from 'react'
import type { Language } from '#kit/caller.ts'
import { type Bilingual, currentLanguage, keepLanguage } from './language.ts'

export type Messages = Readonly<Record<string, unknown>>
export interface LoadedMessages {
  readonly default: Messages
  /** The texts of screens that are not plain (`web/build/later-texts.ts`). */
  readonly later?: () => Promise<{ default: Messages }>
}
export type MessagesLoader = (language: Language) => Promise<LoadedMessages>

/** A text by its key, placeholders filled: `t('screen.title')`, `t('rows', { count })`. */
export type TextOf = (key: string, values?: Readonly<Record<string, unknown>>) => string

const i18n = createInstance()
const loaders = new Map<string, MessagesLoader>()
const used = new Set<string>()
const loading = new Map<string, Promise<void>>()
/** By language and name: what has not been loaded of a module's texts. */
const laterLoaders = new Map<string, NonNullable<LoadedMessages['later']>>()
const listeners = new Set<() => void>()
let revision = 0
/** Since the first screen that is not plain. */
let needsLater = false

function changed(): void {
  revision += 1
  document.documentElement.lang = currentLanguage() === 'cn' ? 'zh-CN' : 'en'
  for (const listener of listeners) listener()
}

/** Loaded at once with every language: what has to follow the language besides texts, such as Ant Design's words. */
const followers: ((language: Language) => Promise<void>)[] = []

export function followLanguage(load: (language: Language) => Promise<void>): void {
  followers.push(load)
}

export function registerMessages(name: string, loader: MessagesLoader): void {
  loaders.set(name, loader)
}

/** Starts with the kept language; `first` are the names that the shell itself needs. */
export async function startTexts(first: readonly string[]): Promise<void> {
  const language = currentLanguage()
  await i18n.init({
    lng: language,
    fallbackLng: false,
    resources: {},
    initAsync: false,
    interpolation: { prefix: '{', suffix: '}', escapeValue: false },
    nsSeparator: false,
    returnEmptyString: true,
  })
  await Promise.all([ensureMessages(first), ...followers.map((load) => load(language))])
  changed()
}

/** Beside those that are there already. Nobody changes them: no copy is made. */
function addTexts(name: string, language: Language, texts: Messages): void {
  i18n.addResourceBundle(language, name, texts, false, false, { skipCopy: true })
}

/** Who asks while it runs waits for the same. */
function once(key: string, load: () => Promise<void>): Promise<void> {
  const running = loading.get(key)
  if (running) return running
  const started = load().finally(() => loading.delete(key))
  loading.set(key, started)
  return started
}

async function load(name: string, language: Language): Promise<void> {
  const key = `${language} ${name}`
  await once(key, async () => {
    if (i18n.hasResourceBundle(language, name)) return
    const loaded = await loaders.get(name)?.(language)
    if (!loaded) return
    addTexts(name, language, loaded.default)
    if (loaded.later) laterLoaders.set(key, loaded.later)
  })
  const later = needsLater ? laterLoaders.get(key) : undefined
  if (!later) return
  await once(`${key} later`, async () => {
    addTexts(name, language, (await later()).default)
    laterLoaders.delete(key)
  })
}

/** Loads the texts of these modules for the current language, where they are not there yet. */
export async function ensureMessages(names: readonly string[]): Promise<void> {
  for (const name of names) used.add(name)
  await Promise.all(names.map((name) => load(name, currentLanguage())))
}

/** From here on with the texts of screens that are not plain, those of modules in use first. */
export async function ensureLaterMessages(): Promise<void> {
  needsLater = true
  await ensureMessages([...used])
}

/** Turns the whole screen to the language at once, and keeps the choice (SHELL-010, SHELL-011). */
export async function switchLanguage(language: Language): Promise<void> {
  await Promise.all([...[...used].map((name) => load(name, language)), ...followers.map((load) => load(language))])
  keepLanguage(language)
  await i18n.changeLanguage(language)
  changed()
}

/** A text outside a component; inside, `useText` follows the language. */
export function textOf(name: string, key: string, values?: Readonly<Record<string, unknown>>): string {
  return i18n.t(key, { ns: name, ...values })
}

export function hasText(name: string, key: string): boolean {
  return i18n.exists(key, { ns: name })
}

const currentRevision = () => revision
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The current language; the component renders again when it changes. */
export function useLanguage(): Language {
  useSyncExternalStore(subscribe, currentRevision, currentRevision)
  return currentLanguage()
}

/** The texts of one module: `const t = useText('settings')`. */
export function useText(name: string): TextOf {
  const current = useSyncExternalStore(subscribe, currentRevision, currentRevision)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new language makes a new function, so that memos follow.
  return useCallback((key, values) => textOf(name, key, values), [name, current])
}

/** The text of a title that stands with its code. */
export function useBilingual(): (text: Bilingual) => string {
  const language = useLanguage()
  return (text) => text[language]
}

/**
 * What is said about an error code: its text in kit or in any module, else the default text (SHELL-018, SHELL-019,
 * SHELL-086). Texts of modules that were not needed so far are loaded first.
 */
export async function errorText(code: number | string, data?: Readonly<Record<string, unknown>>): Promise<string> {
  // One document writes 190000 as 19e4 (SHELL-093).
  const key = `errors.${Number.isFinite(Number(code)) ? Number(code) : code}`
  const find = () => [...loaders.keys()].find((name) => hasText(name, key))
  const known = find()
  if (known === undefined) await ensureMessages([...loaders.keys()]).catch(() => undefined)
  const name = known ?? find()
  return name === undefined ? textOf('kit', 'errors.default') : textOf(name, key, data)
}
