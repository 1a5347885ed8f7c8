/** What the templates of new modules call their kind, and what a new module calls it instead. */

export interface Names {
  /** `exams`, `Exams`: module, contract, table schema. */
  readonly plural: string
  readonly Plural: string
  /** `exam`, `Exam`, `EXAM`: a row, a type, an error code. */
  readonly singular: string
  readonly Singular: string
  /** What the screens call it: 考试, Exam, Exams. */
  readonly title: string
  readonly titleEn: string
  readonly titlesEn: string
  readonly businessType: string
  /** Among what approval can be set for. */
  readonly approvalBusinessType: string
  /** The first three digits of its error codes. */
  readonly codes: string
}

const capital = (word: string) => `${word[0]?.toUpperCase()}${word.slice(1)}`

/** Of regular English nouns. */
const singularOf = (plural: string) =>
  plural.endsWith('ies') ? `${plural.slice(0, -3)}y` : plural.replace(/(?<=(s|x|ch|sh))es$|(?<!s)s$/, '')
const pluralOf = (singular: string) =>
  /[^aeiou]y$/.test(singular)
    ? `${singular.slice(0, -1)}ies`
    : `${singular}${/(s|x|ch|sh)$/.test(singular) ? 'es' : 's'}`

interface Input {
  readonly module: string
  readonly title: string
  readonly titleEn: string | undefined
  readonly businessType: string
  readonly approvalBusinessType: string
  readonly codes: string
}

export function namesOf({ module, title, titleEn, ...numbers }: Input): Names {
  const found = singularOf(module)
  // A module whose name has no plural form (`news`) calls one row `newsItem`.
  const singular = found === module ? `${module}Item` : found
  const english = capital(titleEn ?? singular)
  return {
    ...{ plural: module, Plural: capital(module), singular, Singular: capital(singular), title },
    ...{ titleEn: english, titlesEn: pluralOf(english), ...numbers },
  }
}

/** Replaces the noun in every form, with the article before it. `Word` and `Words` begin with a capital letter. */
function replaceNoun(text: string, [word, words]: readonly [string, string], [Word, Words]: readonly [string, string]) {
  const article = /^[aeiou]/i.test(word) ? 'n' : ''
  return text
    .replace(/\b([Aa]) (specimen)/gi, `$1${article} $2`)
    .replaceAll('specimens', words)
    .replaceAll('Specimens', Words)
    .replaceAll('specimen', word)
    .replaceAll('Specimen', Word)
}

const lower = (text: string) => `${text[0]?.toLowerCase()}${text.slice(1)}`

/** Texts of screens have the title, everything else has the names of the code. */
export function fillTemplate(template: string, names: Names): string {
  const { plural, Plural, singular, Singular, title, titleEn, titlesEn, codes } = names
  const prose = (text: string) => replaceNoun(text, [lower(titleEn), lower(titlesEn)], [titleEn, titlesEn])
  return replaceNoun(
    template
      .replace(/\ben: '[^']*'/g, prose)
      // The texts of messages: keys hold names of calls.
      .replace(/": "[^"]*"/g, prose),
    [singular, plural],
    [Singular, Plural],
  )
    .replaceAll('SPECIMEN', singular.toUpperCase())
    .replaceAll('样品', title)
    .replaceAll('9999', `${codes}0`)
    .replace('businessType = 99', `businessType = ${names.businessType}`)
    .replace('approvalBusinessType = 98', `approvalBusinessType = ${names.approvalBusinessType}`)
}
