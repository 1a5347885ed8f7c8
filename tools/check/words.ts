/**
 * Plain words: a reader who does not know the project understands every name and sentence. The folders below are clean;
 * a word of the old dialect in one of their names, comments, texts or documents is reported with the plain word.
 */
import { listFiles, type Problem, readText } from './tree.ts'

/** Folders and beginnings of paths. A folder is added when its words are plain. */
const cleanPlaces = [
  'modules/community/',
  'modules/content/catalog/',
  'modules/content/study/',
  'modules/content/topics/',
  'modules/learning/subjects/',
  'modules/learning/xapi/',
  'modules/live/',
  'modules/platform/',
  'modules/portal/',
  'test/faults/approvals/',
  'test/faults/certificates/',
  'test/faults/community/',
  'test/faults/currency/',
  'test/faults/engines/',
  'test/faults/files/',
  'test/faults/identity/',
  'test/faults/live/',
  'test/faults/messages/',
  'test/faults/notices/',
  'test/faults/operations/',
  'test/faults/packages/',
  'test/faults/paths/',
  'test/faults/privacy/',
  'test/faults/pushes/',
  'test/faults/rooms/',
  'test/faults/settings/',
  'test/faults/sharing/',
  'test/faults/study/',
  'test/faults/subjects/',
  'test/faults/topics/',
  'test/faults/words/',
  'test/faults/xapi/',
  'docs/decisions/005',
  'docs/glossary.md',
]

/** The word, and the plain words for it. Found as a whole word, and as a part of a name (`dropHeld`, `toldBy`). */
const plainWords: Readonly<Record<string, string>> = {
  aforesaid: 'the noun itself',
  anew: 'again',
  beat: 'heartbeat',
  beats: 'heartbeats',
  begun: 'started',
  carried: 'provider, hosted',
  film: 'video',
  films: 'videos',
  held: 'record, locked, buffered',
  judge: 'evaluate, check',
  judged: 'evaluated, checked',
  judgement: 'evaluation',
  judges: 'evaluates, checks',
  judging: 'completion rules, evaluation',
  seated: 'on the stage, participant',
  stories: 'sequences, fixtures',
  story: 'sequence, *.fixture.ts',
  sums: 'counters',
  tallied: 'counted',
  tally: 'counter',
  telling: 'notification',
  thereof: 'the noun itself',
  told: 'sent, notified, Delivery',
  untold: 'not notified',
  upkeep: 'maintenance',
  wish: '…Input',
  wishes: '…Input',
}

/** Names that a migration or the wire has given: they stay. */
const fixedNames = [
  /\brooms\.beat\b/g,
  /\bbeat\.at\b/g,
  /\bbeatEveryMs\b/g,
  /\/beats\b/g,
  /\btold_at\b/g,
  /\bbegun_at\b/g,
  /\bbegun (?==|or|and)/g,
  /['"]held['"]|-said-held\b/g,
  /\bheld_(?:allocated|reward|subscription)\b/g,
  /\baccount_tally\b/g,
  /\bjudge-(?:str|texts)\b/g,
]

interface Exception {
  readonly file: string
  readonly words: readonly string[]
  readonly reason: string
}

const exceptions: readonly Exception[] = []

/** Generated files, Chinese texts, and migrations, which have been applied and never change. */
const isSkipped = (file: string) => /\/tables\.ts$|\/cn\.json$|\/migrations\//.test(file)

const wordsIn = (line: string) => line.match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? []

/** The words of a line that are not plain. */
function lineProblems(file: string, line: string): string[] {
  const text = fixedNames.reduce((rest, name) => rest.replace(name, ''), line)
  const found = new Set(wordsIn(text).map((word) => word.toLowerCase()))
  const excepted = exceptions.filter((one) => one.file === file).flatMap(({ words }) => words)
  return [...found].filter((word) => Object.hasOwn(plainWords, word) && !excepted.includes(word))
}

export function checkWords(): Problem[] {
  const files = listFiles(['.ts', '.tsx', '.css', '.json', '.md', '.fault'], ['docs', 'modules', 'test']).filter(
    (file) => cleanPlaces.some((place) => file.startsWith(place)) && !isSkipped(file),
  )
  const problems = files.flatMap((file) => {
    const name = lineProblems(file, file).map((word) => ({ place: file, word }))
    const lines = readText(file).split('\n')
    return [
      ...name,
      ...lines.flatMap((line, at) => lineProblems(file, line).map((word) => ({ place: `${file}:${at + 1}`, word }))),
    ]
  })
  const unused = exceptions.filter(({ file, words }) => !words.some((word) => readText(file).includes(word)))
  return [
    ...problems.map(({ place, word }) => ({ place, text: `“${word}” is not plain: ${plainWords[word]}` })),
    ...unused.map(({ file }) => ({
      place: file,
      text: 'its exception in tools/check/words.ts is not needed any more',
    })),
  ]
}
