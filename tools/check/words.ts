/**
 * Plain words: a reader who does not know the project understands every name and sentence. A word of the
 * old dialect in a name, a comment, a text or a document is reported with the plain word.
 */
import { listFiles, type Problem, readText } from './tree.ts'

/** The word, and the plain words for it. Found as a whole word, and as a part of a name (`dropHeld`, `toldBy`). */
const plainWords: Readonly<Record<string, string>> = {
  aforesaid: 'the noun itself',
  afresh: 'again',
  anew: 'again',
  beat: 'heartbeat',
  beats: 'heartbeats',
  begun: 'started',
  carried: 'provider, hosted',
  concerned: 'reader',
  duties: 'teaching commitments',
  extras: 'timed content',
  film: 'video',
  films: 'videos',
  fold: 'normalize',
  folded: 'normalized',
  folding: 'normalizing',
  folds: 'normalizes',
  held: 'record, locked, buffered',
  judge: 'evaluate, check',
  judged: 'evaluated, checked',
  judgement: 'evaluation',
  judges: 'evaluates, checks',
  judging: 'completion rules, evaluation',
  mint: 'issue',
  minted: 'issued',
  minting: 'issuing',
  nearest: 'effective, first upward',
  pots: 'balances',
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
  whom: 'the noun itself, or a sentence with its subject first',
  wish: '…Input',
  wishes: '…Input',
}

/*
 * Words of the old dialect that are not refused, because their plain sense is needed:
 * - hold, standing, studied, seen, kept, wanted, left alone, build, book, requests: plain verbs and nouns.
 * - authored, cards, fields: `AuthoredList` and its calls, cards on screens, fields of a form or a record.
 * - rounds, round: `courses.round` and `roundId` are names of the database and the wire; others count repetitions.
 * - gives as a verb; `gives` of a path, a course and a subject is a field of the wire.
 * - seat: a numbered place on the stage (docs/glossary.md). paper: the paper of an exam, and a color of the theme.
 * - door: the public file of a module. words: the name of a module. live: a module, a table and calls of the specification.
 */

/** Phrases whose words alone are plain, and the plain words for them. */
const plainPhrases: ReadonlyArray<readonly [pattern: RegExp, word: string, plain: string]> = [
  [/\blet(?:s|ting)? (?:(?:the|a|an) )?(?:\w+ )?off\b/i, 'let off', 'waive, waiver'],
  [/[a-z]LetOff\b|\bletOff/, 'let off', 'waive, waiver'],
  [/\bfinish\w*(?: \w+){0,3} gives\b|[.-]gives\b|\bgives-|['"]gives[.'"]/i, 'gives', 'completion awards'],
  [/(?<!recycle |[/.\w'-])bin\b(?![/}:]|, lib)/i, 'bin', 'recycle bin'],
  [/\bhand(?:s|ed|ing)? on\b/i, 'hand on', 'broadcast, deliver'],
  [/\bstates of study\b/i, 'states of study', 'progress'],
  [/\b(?:type|interface) [A-Z]\w*Ask\b/, '…Ask', '…Input, …Query'],
  [/(?:behavi|col|endeav|fav|flav|hon|lab|neighb|rum)our/i, '-our', 'American spelling, -or'],
  [
    /(?:anonymi|apologi|authori|capitali|categori|customi|finali|initiali|maximi|memori|minimi|normali|optimi|organi|personali|prioriti|reali|recogni|seriali|standardi|summari|synchroni|tokeni|utili|visuali)s(?:e|ing|ation)/i,
    '-ise',
    'American spelling, -ize',
  ],
]

/** Names that a migration or the wire has given, and “carried over”, which is plain: they stay. */
const fixedNames = [
  /\brooms\.beat\b/g,
  /\bbeat\.at\b/g,
  /\bbeatEveryMs\b/g,
  /\/beats?\b/g,
  /\bcourses\.beat\b/g,
  /\bBeat(?:Answer)?\b/g,
  /\btold_at\b/g,
  /\bbegun_at\b/g,
  /\bbegun (?==|or|and)/g,
  /['"]held['"]|-said-held\b/g,
  /\bheld_(?:allocated|reward|subscription)\b/g,
  /\baccount_tally\b/g,
  /\bcarried (?:over|out)\b/g,
  /\bjudge-(?:str|texts)\b/g,
  /['"]judge['"]|^ +judge: \{/g,
  /\bjudged_at\b/g,
  /\bmayLetOff\b/g,
  /\/extras\b|\bextras: (?:Type|choice)\b|`extras`|input\.extras|\bextras\?: TimedContentChoice|\{ extras\b/g,
  /(?<!finish\w*)[\w)]\.gives\b/g,
  /block: 'nearest'/g,
]

interface Exception {
  readonly file: string
  readonly words: readonly string[]
  readonly reason: string
}

const exceptions: readonly Exception[] = [
  {
    file: 'modules/learning/certificates/server/batches.ts',
    words: ['held'],
    reason: 'a stored outcome of batches, and how English names the holder of a certificate',
  },
  { file: 'web/messages/en.json', words: ['judge'], reason: 'a proverb' },
  ...[
    'docs/decisions/0034-messages.md',
    'modules/live/live/web/calendar-file.ts',
    'modules/platform/messages/server/calendar.test.ts',
    'modules/platform/messages/server/ical.ts',
  ].map((file) => ({
    file,
    words: ['fold', 'folded', 'folding', 'folds'],
    reason: 'the term of iCalendar for the parts of a long line',
  })),
  { file: 'tools/seed/approvals.ts', words: ['begun'], reason: 'a column of approvals.absence' },
]

/** Generated files, the specification, Chinese texts, migrations, which never change, and this list with its test. */
const isSkipped = (file: string) =>
  /\/tables\.ts$|\/cn\.json$|\/migrations\/|^docs\/(?:spec\/|openapi\.json|dry-run\.md)|check\/words\.ts$|laws\.test\.ts$/.test(
    file,
  )

const roots = ['bench', 'demo', 'docs', 'kit', 'modules', 'server', 'test', 'tools', 'web']
const pages = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'README.md']

const wordsIn = (line: string) => line.match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? []

const plainWordFor = (word: string) => plainWords[word] ?? plainPhrases.find(([, phrase]) => phrase === word)?.[2] ?? ''

/** The words of a line that are not plain. */
function lineProblems(file: string, line: string): string[] {
  const text = fixedNames.reduce((rest, name) => rest.replace(name, ''), line)
  const found = new Set(wordsIn(text).map((word) => word.toLowerCase()))
  const phrases = plainPhrases.flatMap(([pattern, phrase]) => (pattern.test(text) ? [phrase] : []))
  const excepted = exceptions.filter((one) => one.file === file).flatMap(({ words }) => words)
  return [...[...found].filter((word) => Object.hasOwn(plainWords, word)), ...phrases].filter(
    (word) => !excepted.includes(word),
  )
}

export function checkWords(): Problem[] {
  const files = [...listFiles(['.ts', '.tsx', '.css', '.json', '.md', '.fault'], roots), ...pages].filter(
    (file) => !isSkipped(file),
  )
  const problems = files.flatMap((file) => {
    const name = lineProblems(file, file).map((word) => ({ place: file, word }))
    const lines = readText(file).split('\n')
    return [
      ...name,
      ...lines.flatMap((line, at) => lineProblems(file, line).map((word) => ({ place: `${file}:${at + 1}`, word }))),
    ]
  })
  const unused = exceptions.filter(
    ({ file, words }) => !words.some((word) => readText(file).toLowerCase().includes(word)),
  )
  return [
    ...problems.map(({ place, word }) => ({ place, text: `“${word}” is not plain: ${plainWordFor(word)}` })),
    ...unused.map(({ file }) => ({
      place: file,
      text: 'its exception in tools/check/words.ts is not needed any more',
    })),
  ]
}
