/** The texts: both languages say the same things in one term each, and every refusal has something to say. */
import type { ErrorCode } from '#kit/errors.ts'
import { serverModules } from '#server/modules.ts'
import { isDirectory, lineAt, listFiles, type Problem, readText } from './tree.ts'

type Texts = ReadonlyMap<string, string>

interface MessagePair {
  readonly directory: string
  readonly cn: Texts
  readonly en: Texts
}

function flatten(value: unknown, path: string, found: Map<string, string>): Map<string, string> {
  if (typeof value === 'string') return found.set(path, value)
  for (const [name, entry] of Object.entries((value ?? {}) as object)) {
    flatten(entry, path === '' ? name : `${path}.${name}`, found)
  }
  return found
}

function readPairs(): MessagePair[] {
  const directories = listFiles(
    ['messages/cn.json', 'messages/en.json'],
    ['kit', 'modules', 'web'].filter(isDirectory),
  ).map((file) => file.replace(/\/(cn|en)\.json$/, ''))
  const read = (file: string) => flatten(JSON.parse(readText(file)), '', new Map())
  return [...new Set(directories)].map((directory) => ({
    directory,
    cn: read(`${directory}/cn.json`),
    en: read(`${directory}/en.json`),
  }))
}

function placeholders(text: string): string {
  return [...new Set([...text.matchAll(/\{+\s*(\w+)[^}]*\}+/g)].map((match) => match[1]))].sort().join(', ')
}

function pairProblems({ directory, cn, en }: MessagePair): Problem[] {
  const problems: Problem[] = []
  const languages = { cn, en } as const
  for (const [language, other] of [
    ['cn', 'en'],
    ['en', 'cn'],
  ] as const) {
    const place = `${directory}/${language}.json`
    const otherKeys = new Set(languages[other].keys())
    for (const [key, text] of languages[language]) {
      if (!otherKeys.has(key)) problems.push({ place: `${directory}/${other}.json`, text: `has no text for ${key}` })
      if (text.trim() === '') problems.push({ place, text: `${key} is empty` })
    }
  }
  for (const [key, text] of cn) {
    const english = en.get(key)
    if (english !== undefined && placeholders(text) !== placeholders(english)) {
      problems.push({
        place: `${directory}/en.json`,
        text: `${key} has the placeholders {${placeholders(english)}}, Chinese has {${placeholders(text)}}`,
      })
    }
  }
  return problems
}

const errorPrefix = 'errors.'

function errorTexts(pairs: readonly MessagePair[], language: 'cn' | 'en'): Map<string, string[]> {
  const places = new Map<string, string[]>()
  for (const pair of pairs) {
    for (const key of pair[language].keys()) {
      if (!key.startsWith(errorPrefix)) continue
      const code = key.slice(errorPrefix.length)
      places.set(code, [...(places.get(code) ?? []), pair.directory])
    }
  }
  return places
}

/** Codes of the contracts, and those that the sources make by `errorCode(…)`. */
function usedCodes(): Map<string, string> {
  const used = new Map<string, string>()
  for (const module of serverModules) {
    for (const [name, endpoint] of Object.entries(module.contract)) {
      for (const error of (endpoint.errors ?? []) as readonly ErrorCode[])
        used.set(String(error.code), `${module.name}.${name}`)
    }
  }
  for (const file of listFiles(['.ts'], ['kit', 'modules', 'server'])) {
    for (const match of readText(file).matchAll(/\berrorCode\((\d+)/g)) {
      if (match[1] !== '0' && match[1] !== undefined) used.set(match[1], file)
    }
  }
  return used
}

function codeProblems(pairs: readonly MessagePair[]): Problem[] {
  const problems: Problem[] = []
  const texts = errorTexts(pairs, 'cn')
  for (const [code, directories] of texts) {
    if (directories.length > 1)
      problems.push({ place: directories.join(', '), text: `errors.${code} stands in more than one file` })
  }
  for (const [code, place] of usedCodes()) {
    if (!texts.has(code)) problems.push({ place, text: `the code ${code} has no text` })
  }
  return problems
}

/** A text with a count may have a form for each (i18next). */
const pluralForms = ['_one', '_other']

/** A screen that asks for a text which its module does not have shows the bare key. */
function usageProblems(pairs: readonly MessagePair[]): Problem[] {
  const keysOf = new Map(pairs.map((pair) => [namespaceOf(pair.directory), new Set(pair.cn.keys())]))
  return listFiles(['.tsx', '.ts'], ['modules', 'web'].filter(isDirectory)).flatMap((file) => {
    // Examples in comments ask for nothing.
    const text = readText(file).replace(/\/\*\*.*?\*\//gs, (comment) => comment.replace(/[^\n]/g, ''))
    const problems: Problem[] = []
    const spaces = Map.groupBy(text.matchAll(/\bconst (\w+) = useText\('(\w+)'\)/g), (match) => match[1] ?? '')
    for (const [variable, uses] of spaces) {
      const known = uses.map((match) => keysOf.get(match[2] ?? '') ?? new Set<string>())
      for (const match of text.matchAll(new RegExp(`\\b${variable}\\('([^']+)'`, 'g'))) {
        const key = match[1] ?? ''
        if (known.some((keys) => keys.has(key) || pluralForms.every((form) => keys.has(`${key}${form}`)))) continue
        problems.push({ place: `${file}:${lineAt(text, match.index)}`, text: `there is no text ${key}` })
      }
    }
    return problems
  })
}

interface Term {
  readonly pattern: RegExp
  readonly plain: string
}

const term = (pattern: RegExp, plain: string): Term => ({ pattern, plain })

/** One term for one thing (docs/glossary.md): what no text of a language says, and what it says instead. */
const losingTerms: Readonly<Record<'cn' | 'en', readonly Term[]>> = {
  en: [
    term(/\be-mail/i, 'email'),
    term(/\blives\b/i, 'live sessions'),
    term(/\bcancell(?:ed|ing)\b/i, 'canceled, canceling'),
    term(/\benrols?\b/i, 'enroll'),
    term(/\blearnt\b/i, 'learned'),
    term(/\bpractis(?:e|ed|ing)\b/i, 'practice'),
    term(/\bshel(?:f|ves)\b/i, 'published, taken down'),
    term(/\b(?:some|any|every|no)body\b/i, 'someone, anyone, everyone, no one'),
    term(/\bwhom\b/i, 'the noun itself'),
    term(/\burg(?:e|es|ed|ing)\b/i, 'remind, reminder'),
    term(/\bhand(?:s|ed|ing)? in\b/i, 'submit'),
    term(/\blet(?:s|ting)? (?:\w+ )?off\b/i, 'waive'),
    term(/\bcut-off\b/i, 'due date'),
    term(/\bby (?:itself|themselves)\b/i, 'automatically'),
    term(/\bagree(?:d|s)? to\b/i, 'approve, accept'),
    term(/\bproofs? (?:of the ledger|to audit|to look at)\b/i, 'ledger check, proofs to review'),
    term(/\bstudy (?:push|task)(?:es|s)?\b/i, 'learning task'),
    term(/\bsuppliers?\b/i, 'provider'),
    term(/\babandon(?:ed)?\b/i, 'give up, given up'),
    term(/\bnot registered\b/i, 'not enrolled'),
    term(/\bask-bar\b/i, 'Q&A'),
    term(/\btotal administrators?\b/i, 'owner'),
    term(/\benjoy\b/i, 'share account'),
    term(/\binvigilat/i, 'proctor'),
    term(/\bany more\b/i, 'no longer'),
    term(/\b\w+ success$/i, 'the past participle'),
    term(/\b(?:ca|do|does|did|is|are|was|were|has|have|could|would|should|wo)n’t\b/i, 'cannot, does not'),
    term(/["']/, '“ ” and ’'),
    term(/\d[KMG]B\b/, '5 MB'),
    term(/\.\.\./, '…'),
  ],
  cn: [
    term(/[「」『』"]/, '“ ”'),
    term(/载入/, '加载'),
    term(/必学|选学/, '必修、选修'),
    term(/上架/, '发布'),
    term(/登陆/, '登录'),
    term(/帐[号户]/, '账号、账户'),
    term(/你/, '您'),
    term(/不到半/, '不足半'),
    term(/有效几/, '有效期'),
    term(/第[一二三四五六七八九十]+(?:章|阶段)/, '第 1 章'),
    term(/供应商/, '直播服务商'),
    term(/推送任务|学习推送/, '学习任务'),
    term(/\.\.\./, '…'),
  ],
}

/** Texts that the specification quotes letter for letter; test/spec compares them. */
function quotedTexts(): ReadonlySet<string> {
  const cells = ['codes', 'maps'].flatMap((name) => readText(`docs/spec/${name}.tsv`).split(/[\t\n]/))
  return new Set(cells.map((cell) => cell.toLowerCase()))
}

const severalSentences = /[.!?…] [A-Z“{]|[。！？][^”’）》]/
const endsSentence = /[.。!?？！…:：”]$/
const fullStop = /[.。]$/
const abbreviation = /\bNo\.$/

/** Hints and labels carry no full stop; a paragraph, which is several sentences, ends with one. */
function stopProblem(text: string): string | undefined {
  if (severalSentences.test(text))
    return endsSentence.test(text) ? undefined : 'has several sentences, and no full stop at its end'
  if (!fullStop.test(text) || abbreviation.test(text)) return undefined
  return 'is one sentence, and ends with a full stop'
}

/** Variables that stand before a plural or a verb and are no amounts: names, places in an order, units. */
const textVariables = new Set([
  ...[
    'actor',
    'coin',
    'Coin',
    'coins',
    'points',
    'currency',
    'device',
    'event',
    'item',
    'label',
    'members',
    'name',
    'names',
    'title',
  ],
  ...['at', 'line', 'number', 'page', 'row', 'seq', 'seconds'],
])

/** Limits that the product sets, all of them above one. */
const limitVariables = new Set(['max', 'membersMax', 'lengthMax', 'N', 'seats'])

/** An amount before a plural noun, which at most two adjectives part from it: `{count} required sections`. */
const amountOfNouns =
  /\{(\w+)\} (?:(?!(?:and|are|at|by|for|from|in|is|of|on|or|to|was|were|with)\b)[a-z-]+ ){0,2}(?!(?:has|is|ms|this|was)\b)[a-z-]*[a-rt-z]s\b/g

/** The variable of an amount whose noun has no form for one; `count` decides between the forms, so it has them. */
function unformedAmount(key: string, text: string): string | undefined {
  const isForm = pluralForms.some((form) => key.endsWith(form))
  return [...text.matchAll(amountOfNouns)]
    .map(([, variable = '']) => variable)
    .find(
      (variable) => !(isForm && variable === 'count') && !textVariables.has(variable) && !limitVariables.has(variable),
    )
}

/** Chinese without a space beside an amount: 5MB, {count}项, 第{number}页. */
const tightAmount =
  /\d[KMG]B?\b|[\u4e00-\u9fff](?:\d|\{(?:count|days|hours|max|minutes|number|page|row|seconds)\})|(?:\d|\{(?:count|days|hours|max|minutes|number|page|row|seconds)\})[\u4e00-\u9fff]/

/** What is wrong with the wording of a text, apart from its terms. */
function wordingProblem(key: string, text: string, language: 'cn' | 'en'): string | undefined {
  if (language === 'cn') return tightAmount.test(text) ? 'has no space between an amount and its word' : undefined
  if (key.startsWith(errorPrefix) && /^[a-z]/.test(text)) return 'begins with a small letter'
  const amount = unformedAmount(key, text)
  return amount && `counts {${amount}} without a form for one: name it {count}, in forms _one and _other`
}

function wordingProblems(pairs: readonly MessagePair[]): Problem[] {
  const quoted = quotedTexts()
  return pairs.flatMap(({ directory, ...languages }) =>
    (['cn', 'en'] as const).flatMap((language) =>
      [...languages[language]].flatMap(([key, text]): Problem[] => {
        if (quoted.has(text.toLowerCase())) return []
        const place = `${directory}/${language}.json`
        const lost = losingTerms[language].find(({ pattern }) => pattern.test(text))
        const wording = stopProblem(text) ?? wordingProblem(key, text, language)
        return [
          ...(lost ? [{ place, text: `${key} says “${lost.pattern.exec(text)?.[0]}”, not ${lost.plain}` }] : []),
          ...(wording === undefined ? [] : [{ place, text: `${key} ${wording}` }]),
        ]
      }),
    ),
  )
}

/** Titles and labels that stand with their code: `{ cn: '…', en: '…' }`. */
function labelProblems(): Problem[] {
  const files = listFiles(['.ts', '.tsx'], ['kit', 'modules', 'server', 'web'].filter(isDirectory))
  return files
    .filter((file) => !/\.test\.tsx?$|\.fixture\.ts$/.test(file))
    .flatMap((file) => {
      const source = readText(file)
      return [...source.matchAll(/\b(cn|en): '([^'\n]+)'/g)].flatMap(({ 1: language, 2: text = '', index }) => {
        const lost = losingTerms[language as 'cn' | 'en'].find(({ pattern }) => pattern.test(text))
        const place = `${file}:${lineAt(source, index)}`
        const stop = fullStop.test(text) ? stopProblem(text) : undefined
        return [
          ...(lost ? [{ place, text: `a text says “${lost.pattern.exec(text)?.[0]}”, not ${lost.plain}` }] : []),
          ...(stop === undefined ? [] : [{ place, text: `a text ${stop}` }]),
        ]
      })
    })
}

function namespaceOf(directory: string): string {
  const names: Readonly<Record<string, string>> = { 'web/messages': 'shell', 'kit/messages': 'kit' }
  return names[directory] ?? directory.split('/')[2] ?? ''
}

export function checkMessages(): Problem[] {
  const pairs = readPairs()
  return [
    ...pairs.flatMap(pairProblems),
    ...codeProblems(pairs),
    ...usageProblems(pairs),
    ...wordingProblems(pairs),
    ...labelProblems(),
  ]
}
