/** What each format says, and that nothing of a question is lost on the way out and back. */
import fc from 'fast-check'
import { unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { everyContent } from '../../../contract/question.fixture.ts'
import type { QuestionContent } from '../../../contract/question.ts'
import { anyContent } from '../../../contract/random-question.fixture.ts'
import { mapRichTexts } from '../../../contract/texts.ts'
import type { ExchangeQuestion } from '../exchange-question.ts'
import type { FormatFile } from './format-question.ts'
import { readGift } from './gift-read.ts'
import { giftText } from './gift-write.ts'
import { readMoodle } from './moodle-read.ts'
import { type ExportFiles, moodleText } from './moodle-write.ts'
import { entryAt, qtiPackage, readQtiItem, readQtiPackage } from './qti-package.ts'
import { formulaHtml, ownFileSource } from './rich-texts.ts'
import { parseXml } from './xml.ts'

const noFiles: ExportFiles = new Map()
type Exchange = (questions: readonly ExchangeQuestion[], files?: ExportFiles) => FormatFile
const gift: Exchange = (questions) => readGift(Buffer.from(giftText(questions)))
const moodle: Exchange = (questions, files = noFiles) => readMoodle(Buffer.from(moodleText(questions, files)))
const qti =
  (version: 'qti22' | 'qti30'): Exchange =>
  (questions, files = noFiles) =>
    readQtiPackage(unzipSync(qtiPackage(questions, files, version)))
const formats: readonly [string, Exchange][] = [
  ['GIFT', gift],
  ['Moodle XML', moodle],
  ['QTI 2.2', qti('qti22')],
  ['QTI 3.0', qti('qti30')],
]
const questionsOf = ({ questions }: FormatFile) => questions.map(({ question }) => question)

/** Texts that mean something in one of the formats. */
const hard = [
  ...['', '~=#{}:\\ -> // ::a:: $CATEGORY: x', ']]>&lt;b&gt; &amp;amp; &quot;', '\n\n<p></p>', String.raw`\(x\) $$y$$`],
  ...['{1:SHORTANSWER:=a}', '<u>甲</u><s>乙</s>', formulaHtml(String.raw`\frac{1}{2}<3`), '%50%', '@@PLUGINFILE@@/x'],
  ...[
    '<table><tbody><tr><td colspan="2">a</td></tr></tbody></table>',
    '<br />',
    '【】“”',
    '<audio src="/api/v1/human/file/01890000-0000-7000-8000-000000000002" title="录音" controls></audio>',
    '// [shuyuan]{"a":1}',
  ],
]
const anyQuestion = fc
  .tuple(anyContent, fc.array(fc.constantFrom(...hard), { minLength: 1 }), fc.nat(1000), fc.integer({ min: 1, max: 5 }))
  .map(([content, texts, scoreTenths, difficulty]): ExchangeQuestion => {
    let next = 0
    // Each text has a number, so that no two options become the same.
    const change = (html: string) => (html === '' ? '' : `${html}${next}${texts[next++ % texts.length]}`)
    const own = mapRichTexts(content, change) as QuestionContent
    return { content: own, scoreTenths, difficulty, source: '教材 "第一" <章>', topics: ['消防', 'a,b;c'] }
  })

describe.each(formats)('%s', (_, exchange) => {
  it('read again is the same questions, whatever their texts say', () => {
    fc.assert(
      fc.property(fc.array(anyQuestion, { minLength: 1, maxLength: 4 }), (questions) => {
        expect(questionsOf(exchange(questions))).toEqual(questions)
      }),
      { numRuns: 40 },
    )
  })
})

describe.each(formats.slice(1))('the files of %s', (_, exchange) => {
  it('travel with the questions, wherever they stand', () => {
    const id = '01890000-0000-7000-8000-000000000001'
    const files: ExportFiles = new Map([[id, { name: '1-甲, "b".png', bytes: Buffer.from('picture') }]])
    const picture = `<img src="${ownFileSource(id)}" alt="x" />`
    const contents = everyContent.map((content) => mapRichTexts(content, (html) => `${html}${picture}\\(x\\)`))
    const fields = { scoreTenths: 20, difficulty: 3, source: '', topics: [] }
    const { files: found, questions } = exchange(
      contents.map((content) => ({ content, ...fields })),
      files,
    )
    expect(found.map(({ name, bytes }) => [name, Buffer.from(bytes).toString()])).toEqual([
      ['1-甲, "b".png', 'picture'],
    ])
    const wanted = contents.map((content) =>
      mapRichTexts(content, (html) => html.replaceAll(ownFileSource(id), 'media:0')),
    )
    expect(questions.map(({ question }) => question?.content)).toEqual(wanted)
    expect(questions.flatMap(({ problems }) => problems)).toEqual([])
  })
})

it('what somebody changed in the file is what is read', () => {
  const question = {
    content: everyContent[1] as QuestionContent,
    scoreTenths: 20,
    difficulty: 3,
    source: '',
    topics: [],
  }
  const [changed] = readGift(Buffer.from(giftText([question]).replace('天气', '气候'))).questions
  expect(changed?.question?.content).toEqual({
    ...question.content,
    options: ['手机号', '身份证号', '气候', '公司名称'],
  })
})

describe('GIFT of others', () => {
  const read = (text: string) => readGift(Buffer.from(text)).questions
  const contentsOf = (text: string) => read(text).map(({ question }) => question?.content)

  it('is read in its kinds, and says what is not kept', () => {
    const text = [
      "\ufeff$CATEGORY: tom/dick\r\n\r\n// [tag:消防]\r\n::Q1:: What's between? {=yellow # right! ~red # wrong ~blue}",
      'Two people {~%-100%No one ~%50%Grant ~%50%Jefferson}',
      'Two plus two {=four =4}',
      'When was Grant born? {#1822:5}',
      'Pi {#3.141..3.142}',
      'Match {=rabbit -> cat =goat -> bat = -> extra}',
      'Grant is {~buried =entombed ~living} in a tomb.',
      'Essay {}',
      '[html]<p>1 \\= 1<script>alert(1)</script></p> {T}',
      'Just text',
      'Broken {=a ~b',
    ].join('\r\n\r\n')
    const questions = read(text)
    expect(questions.map(({ losses, problems }) => [losses, problems.map(({ code }) => code)])).toEqual([
      [['feedback', 'category'], []],
      ...Array.from({ length: 8 }, () => [[], []]),
      [[], [383_125]],
      [[], [383_124]],
    ])
    expect(questions[0]?.question?.topics).toEqual(['消防'])
    expect(contentsOf(text)).toMatchObject([
      { kind: 'single-choice', options: ['yellow', 'red', 'blue'], right: 0 },
      { kind: 'multiple-choice', right: [1, 2] },
      { kind: 'fill-in', stem: '<p>Two plus two____</p>', blanks: [{ answer: 'four|4' }] },
      { kind: 'numeric', answer: '1822', tolerance: '5' },
      { kind: 'numeric', answer: '3.1415', tolerance: '0.0005' },
      {
        kind: 'matching',
        pairs: [
          { left: 'rabbit', right: 'cat' },
          { left: 'goat', right: 'bat' },
        ],
        extra: ['extra'],
      },
      { kind: 'cloze', stem: '<p>Grant is ____ in a tomb.</p>', gaps: [{ right: 1 }] },
      { kind: 'short-answer' },
      { kind: 'true-false', isTrue: true },
      undefined,
      undefined,
    ])
  })

  it('is read in the encodings that Windows writes', () => {
    const gb18030 = Buffer.from([0xd5, 0xe6, 0x20, 0x7b, 0x54, 0x7d])
    expect(readGift(gb18030).questions[0]?.question?.content.stem).toBe('<p>真</p>')
    expect(readGift(Buffer.from('\ufeff真 {T}', 'utf16le')).questions[0]?.question?.content.stem).toBe('<p>真</p>')
  })
})

describe('Moodle XML of others', () => {
  const read = (...inner: readonly string[]) => readMoodle(Buffer.from(`<quiz>${inner.join('')}</quiz>`)).questions
  const question = (type: string, stem: string, more = '') =>
    `<question type="${type}"><name><text>n</text></name><questiontext format="html"><text><![CDATA[${stem}]]></text></questiontext>${more}</question>`
  const answer = (fraction: number, text: string, more = '') =>
    `<answer fraction="${fraction}" format="html"><text>${text}</text>${more}</answer>`

  it('is read in its kinds, and says what is not kept', () => {
    const cloze = '<p>{1:MULTICHOICE:=甲#ok~乙} {2:NM:=3.14:0.01} {1:SA:=a~%50%b}</p>'
    const feedback = '<feedback><text>no</text></feedback>'
    const found = read(
      '<question type="category"><category><text>$course$/a</text></category></question>',
      question('multichoice', '<p>a</p>', `<single>true</single>${answer(100, 'x')}${answer(33.33333, 'y', feedback)}`),
      question('multichoice', 'b', `<single>false</single>${answer(50, 'x')}${answer(50, 'y')}${answer(-100, 'z')}`),
      question('truefalse', 'c', answer(0, 'true') + answer(100, 'false')),
      question('shortanswer', 'd', answer(100, 'Paris')),
      question('numerical', 'e', answer(100, '3.1400', '<tolerance>1.0E-2</tolerance>')),
      question(
        'matching',
        'f',
        '<subquestion format="html"><text>L</text><answer><text>R</text></answer></subquestion>',
      ),
      question(
        'essay',
        'g',
        '<graderinfo format="html"><text>&lt;p&gt;ref&lt;/p&gt;</text></graderinfo><hint format="html"><text>h</text></hint>',
      ),
      question('cloze', cloze),
      question('description', 'h'),
      question('calculated', 'i'),
    )
    expect(found.map(({ question: one, losses, problems }) => [one?.content.kind, losses, problems.length])).toEqual([
      ['single-choice', ['weights', 'feedback', 'category'], 0],
      ['multiple-choice', [], 0],
      ['true-false', [], 0],
      ['fill-in', [], 0],
      ['numeric', [], 0],
      ['matching', [], 0],
      ['short-answer', ['hints'], 0],
      ['cloze', ['feedback', 'weights'], 0],
      [undefined, [], 1],
      [undefined, [], 1],
    ])
    expect(found[4]?.question?.content).toMatchObject({ answer: '3.14', tolerance: '0.01' })
    expect(found[7]?.question?.content).toMatchObject({
      stem: '<p>____ ____ ____</p>',
      gaps: [{ options: ['甲', '乙'], right: 0 }, { answer: '3.14', tolerance: '0.01' }, { answer: 'a|b' }],
    })
  })

  it('with one broken question has the others; with a document type it is refused', () => {
    const good = question('truefalse', 'c', answer(100, 'true'))
    const found = read(good, '<question type="essay"><name></question>', good)
    expect(found.map(({ problems }) => problems.map(({ code }) => code))).toEqual([[], [383_124], []])
    const entity = '<!DOCTYPE quiz [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
    expect(() => readMoodle(Buffer.from(`${entity}<quiz>${good}</quiz>`))).toThrow()
    expect(() => readMoodle(Buffer.from(`${entity}<quiz>${good}</quiz`))).toThrow()
  })

  it('names a file that is missing', () => {
    const [found] = read(question('truefalse', '<img src="@@PLUGINFILE@@/a.png">', answer(100, 'true')))
    expect(found?.problems).toEqual([{ column: 'stem', code: 383_126 }])
  })
})

describe('QTI of others', () => {
  const item = (declarations: string, body: string, more = '') => `<?xml version="1.0"?>
    <assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="i" title="T" adaptive="false" timeDependent="false">
    ${declarations}<itemBody>${body}</itemBody>${more}</assessmentItem>`
  const packageOf = (...items: readonly string[]) => {
    const resources = items.map(
      (_, at) => `<resource identifier="r${at}" type="imsqti_item_xmlv2p1" href="i${at}.xml"/>`,
    )
    const manifest = `<manifest><resources>${resources.join('')}</resources></manifest>`
    const entries = Object.fromEntries(items.map((text, at) => [`i${at}.xml`, new Uint8Array(Buffer.from(text))]))
    return { ...entries, 'imsmanifest.xml': new Uint8Array(Buffer.from(manifest)) }
  }
  const declared = (id: string, cardinality: string, baseType: string, ...values: readonly string[]) =>
    `<responseDeclaration identifier="${id}" cardinality="${cardinality}" baseType="${baseType}"><correctResponse>${values.map((one) => `<value>${one}</value>`).join('')}</correctResponse></responseDeclaration>`

  it('is read in its kinds, several interactions as a group', () => {
    const choices = '<simpleChoice identifier="A">a</simpleChoice><simpleChoice identifier="B">b</simpleChoice>'
    const choice = `<choiceInteraction responseIdentifier="R" maxChoices="1"><prompt>Which?</prompt>${choices}</choiceInteraction>`
    const essay = '<extendedTextInteraction responseIdentifier="E"/>'
    const upload = '<uploadInteraction responseIdentifier="U"/>'
    const { questions } = readQtiPackage(
      packageOf(
        item(declared('R', 'single', 'identifier', 'B'), choice),
        item(
          declared('R', 'single', 'string', 'york'),
          '<p>York is <textEntryInteraction responseIdentifier="R"/>.</p>',
        ),
        item(declared('R', 'single', 'float', '1.50'), '<p>n <textEntryInteraction responseIdentifier="R"/></p>'),
        item(
          declared('R', 'ordered', 'identifier', 'B', 'A'),
          `<orderInteraction responseIdentifier="R">${choices}</orderInteraction>`,
        ),
        item('', `<p>Material</p>${choice}<p>Why?</p>${essay}<div>${upload}</div>`),
        item('', '<p>x</p><hotspotInteraction responseIdentifier="R"/>'),
        '<assessmentItem',
        `<!DOCTYPE x>${item('', essay)}`,
      ),
    )
    expect(questions.map(({ question, problems }) => question?.content ?? problems[0]?.code)).toMatchObject([
      { kind: 'single-choice', stem: '<p>Which?</p>', options: ['a', 'b'], right: 1 },
      { kind: 'fill-in', stem: '<p>York is ____.</p>', blanks: [{ answer: 'york' }] },
      { kind: 'numeric', answer: '1.5' },
      { kind: 'ordering', items: ['b', 'a'] },
      {
        ...{ kind: 'group', stem: '<p>Material</p>' },
        parts: [
          { content: { kind: 'single-choice' } },
          { content: { kind: 'short-answer', stem: '<p>Why?</p>' } },
          { content: { kind: 'file-answer' } },
        ],
      },
      383_125,
      383_124,
      383_124,
    ])
  })

  it('shows formulas of MathML, and leads nowhere out of the package', () => {
    const math = '<math><mfrac><mn>1</mn><mi>x</mi></mfrac></math>'
    const essay = `<p>${math}<img src="../../etc/passwd.png" alt=""/></p><extendedTextInteraction responseIdentifier="E"/>`
    const [found] = readQtiPackage(packageOf(item('', essay))).questions
    expect(found?.question?.content.stem).toContain(formulaHtml(String.raw`\frac{1}{x}`))
    expect(found?.problems).toEqual([{ column: 'stem', code: 383_126 }])
    expect(entryAt('items/a.xml', '../media/b%2C.png')).toBe('media/b,.png')
    for (const address of ['../../a.png', '/etc/passwd', 'C:\\a', 'file:///a', '..%2f..%2fa', '%zz', 'https://e.org/a'])
      expect(entryAt('items/a.xml', address), address).toBeUndefined()
  })
})

describe('QTI 1.2', () => {
  const material = (html: string) => `<material><mattext texttype="text/html">${escaped(html)}</mattext></material>`
  const escaped = (html: string) => html.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const labels = (...texts: readonly string[]) =>
    `<render_choice>${texts.map((text, at) => `<response_label ident="${at + 1}">${material(text)}</response_label>`).join('')}</render_choice>`
  const equal = (value: string, response = 'r') => `<varequal respident="${response}">${value}</varequal>`
  const scored = (condition: string, worth = 100) =>
    `<respcondition><conditionvar>${condition}</conditionvar><setvar action="Set" varname="SCORE">${worth}</setvar></respcondition>`
  const item = (type: string, presentation: string, conditions = '', feedback = '') =>
    `<item ident="i" title="t"><itemmetadata><qtimetadata><qtimetadatafield><fieldlabel>question_type</fieldlabel><fieldentry>${type}</fieldentry></qtimetadatafield><qtimetadatafield><fieldlabel>points_possible</fieldlabel><fieldentry>2.5</fieldentry></qtimetadatafield></qtimetadata></itemmetadata><presentation>${presentation}</presentation><resprocessing>${conditions}</resprocessing>${feedback}</item>`
  const list = (texts: readonly string[], cardinality = 'Single', ident = 'r', own = '') =>
    `<response_lid ident="${ident}" rcardinality="${cardinality}">${own}${labels(...texts)}</response_lid>`
  const typed = '<response_str ident="r" rcardinality="Single"><render_fib/></response_str>'
  const read = (...items: readonly string[]) =>
    readQtiItem(`<questestinterop><assessment><section>${items.join('')}</section></assessment></questestinterop>`)

  it('is read in the kinds that Canvas exports, with the formulas and the explanation', () => {
    const general = `<itemfeedback ident="general_fb"><flow_mat>${material('<p>因为</p>')}</flow_mat></itemfeedback>`
    const { questions } = read(
      item('multiple_choice_question', material('<p>\\(x^2\\)?</p>') + list(['a', 'b']), scored(equal('2')), general),
      item(
        'multiple_answers_question',
        material('q') + list(['a', 'b', 'c'], 'Multiple'),
        scored(`<and>${equal('1')}<not>${equal('2')}</not>${equal('3')}</and>`),
      ),
      item('true_false_question', material('q') + list(['True', 'False']), scored(equal('2'))),
      item('short_answer_question', material('q') + typed, scored(equal('York')) + scored(equal('york city'))),
      item('essay_question', material('q') + typed),
      item(
        'numerical_question',
        material('q') + typed,
        scored(`<or>${equal('4')}<and><vargte respident="r">3.9</vargte><varlte respident="r">4.1</varlte></and></or>`),
      ),
      item(
        'matching_question',
        material('q') +
          list(['x', 'y', 'z'], 'Single', 'm', material('甲')) +
          list(['x', 'y', 'z'], 'Single', 'n', material('乙')),
        scored(equal('2', 'm'), 50) + scored(equal('1', 'n'), 50),
      ),
      item(
        'multiple_dropdowns_question',
        material('<p>[b] and [a]</p>') +
          list(['x', 'y'], 'Single', 'ra', material('a')) +
          list(['v', 'w'], 'Single', 'rb', material('b')),
        scored(equal('2', 'ra'), 50) + scored(equal('1', 'rb'), 50),
      ),
    )
    expect(questions.map(({ question, problems }) => question?.content ?? problems[0]?.code)).toMatchObject([
      {
        kind: 'single-choice',
        stem: `<p>${formulaHtml('x^2')}?</p>`,
        explanation: '<p>因为</p>',
        options: ['a', 'b'],
        right: 1,
      },
      { kind: 'multiple-choice', right: [0, 2] },
      { kind: 'true-false', isTrue: false },
      { kind: 'fill-in', stem: '<p>q</p><p>____</p>', blanks: [{ answer: 'York|york city' }] },
      { kind: 'short-answer' },
      { kind: 'numeric', answer: '4', tolerance: '0.1' },
      {
        kind: 'matching',
        pairs: [
          { left: '甲', right: 'y' },
          { left: '乙', right: 'x' },
        ],
        extra: ['z'],
      },
      {
        kind: 'cloze',
        stem: '<p>____ and ____</p>',
        gaps: [
          { options: ['v', 'w'], right: 0 },
          { options: ['x', 'y'], right: 1 },
        ],
      },
    ])
    expect(questions[0]?.question?.scoreTenths).toBe(25)
  })

  it('names what it has and the bank has not: hot spots, feedback, texts alone', () => {
    const wrong = `<itemfeedback ident="1_fb">${material('no')}</itemfeedback>`
    const { questions } = read(
      item('', `${material('看图')}<response_xy ident="r"><render_hotspot/></response_xy>`),
      item('text_only_question', material('说明')),
      item('multiple_choice_question', material('q') + list(['a', 'b']), scored(equal('1')), wrong),
    )
    expect(questions.map(({ problems, losses }) => [problems[0]?.code, losses])).toEqual([
      [383_125, []],
      [383_125, []],
      [undefined, ['feedback']],
    ])
  })

  it('is found in a package with its pictures, and leads nowhere out of it', () => {
    const document = (html: string) =>
      new Uint8Array(
        Buffer.from(`<questestinterop>${item('essay_question', material(html) + typed)}</questestinterop>`),
      )
    const manifest = `<manifest><resources>${['a', 'b'].map((name) => `<resource type="imsqti_xmlv1p2"><file href="${name}/${name}.xml"/></resource>`).join('')}</resources></manifest>`
    const { questions, files } = readQtiPackage({
      'imsmanifest.xml': new Uint8Array(Buffer.from(manifest)),
      'a/a.xml': document('<img src="$IMS-CC-FILEBASE$/p.png" alt="" />'),
      'b/b.xml': document('<img src="../../etc/passwd.png" alt="" />'),
      'web_resources/p.png': new Uint8Array(Buffer.from('picture')),
    })
    expect(files).toMatchObject([{ name: 'p.png' }])
    expect(questions[0]?.question?.content.stem).toContain('src="media:0"')
    expect(questions[1]?.problems).toEqual([{ column: 'stem', code: 383_126 }])
  })
})

it('a document type is refused, be it ever so harmless', () => {
  expect(parseXml('<quiz>&#x7532;</quiz>').children).toEqual(['甲'])
  expect(() => parseXml('<!DOCTYPE quiz><quiz/>')).toThrow('document type')
  expect(() => parseXml('<!doctype quiz [<!ENTITY a "b">]><quiz>&a;</quiz>')).toThrow('document type')
})
