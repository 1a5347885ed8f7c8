import fc from 'fast-check'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { everyContent } from '../../contract/question.fixture.ts'
import { anyContent } from '../../contract/random-question.fixture.ts'
import type { ExchangeQuestion } from './exchange-question.ts'
import { readSheet } from './read-sheet.ts'
import { questionsOfLines, readWord } from './read-word.ts'
import { wordLines } from './word-lines.ts'
import { wordBytes } from './write-word.ts'

async function readBack(bytes: Uint8Array): Promise<ExchangeQuestion[]> {
  const read = readSheet((await readWord(Buffer.from(bytes))).rows)
  expect(read.flatMap(({ problems }) => problems)).toEqual([])
  return read.flatMap(({ question }) => question ?? [])
}

const fields = { scoreTenths: 25, difficulty: 2, source: '教材', topics: ['消防', '急救'] }
const groupScore = (content: ExchangeQuestion['content']) =>
  content.kind === 'group' ? content.parts.reduce((sum, part) => sum + part.scoreTenths, 0) : fields.scoreTenths

describe('questions as a Word document', () => {
  it('reads back what it has written, of every kind and in both languages', async () => {
    const questions = everyContent.map((content) => ({ ...fields, content, scoreTenths: groupScore(content) }))
    expect(await readBack(wordBytes(questions, 'cn'))).toEqual(questions)
    expect(await readBack(wordBytes(questions, 'en'))).toEqual(questions)
  })

  it('reads back any list of questions', async () => {
    const questions = fc
      .sample(anyContent, { numRuns: 200, seed: 7 })
      .map((content) => ({ ...fields, content, scoreTenths: groupScore(content) }))
    expect(await readBack(wordBytes(questions, 'cn'))).toEqual(questions)
  })

  it('keeps formats, and texts that look like the layout', async () => {
    const texts = [
      '<p>水是 H<sub>2</sub>O，<strong>重要</strong></p><p>第二段 <u>下划线</u></p>',
      '<p>1. 不是题号</p><p>A. 不是选项</p><p>答案：不是答案</p>',
      '<p>面积 <span data-latex="\\pi r^2">\\pi r^2</span></p>',
      '<p>a &lt; b &amp; c B. d</p>',
      '<table><tbody><tr><td>甲</td></tr></tbody></table>',
    ]
    const questions = texts.map((stem, index): ExchangeQuestion => {
      const options = ['<em>甲</em> B. 乙', '答案：A', '（1）丙', `<span data-latex="x_${index}">x</span>`]
      return { ...fields, content: { kind: 'single-choice', stem, explanation: stem, options, right: 1 } }
    })
    expect(await readBack(wordBytes(questions, 'cn'))).toEqual(questions)
  })
})

describe('the usual layout', () => {
  const read = (lines: readonly string[]) =>
    readSheet(questionsOfLines(wordLines(lines.map((line) => `<p>${line}</p>`).join(''))))
  const contents = (lines: readonly string[]) => read(lines).map(({ question }) => question?.content)

  it('gives questions the points that the title of their section names', () => {
    const scores = (title: string, ...lines: string[]) =>
      read([`一、${title}`, ...lines]).map(({ question }) => question?.scoreTenths)
    const trueFalse = ['1. 要锁屏。（√）', '2. 要关门。（×）']
    expect(scores('判断题（每题 4 分，共 8 分）', ...trueFalse)).toEqual([40, 40])
    expect(scores('判断题（每小题1.5分）', ...trueFalse)).toEqual([15, 15])
    expect(scores('判断题（1分/题）', ...trueFalse)).toEqual([10, 10])
    expect(scores('判断题（共 8 分）', ...trueFalse)).toEqual([20, 20])
    expect(scores('判断题（每题4分）', '1. 要锁屏。（√）', '分值：3', '二、判断题', '2. 要关门。（×）')).toEqual([
      30, 20,
    ])
    const blanks = ['1. 火警____，急救____。', '答案：119；120', '2. 报警____。', '答案：110']
    expect(scores('填空题（每空1.5分）', ...blanks)).toEqual([30, 15])
  })

  it('is read with numbers, sections, and options beside each other', () => {
    const lines = [
      '安全知识试题',
      '一、单选题（每题 2 分）',
      '1、火警电话是（ ）。',
      'A．110　B．119　C．120',
      '答案：B',
      '解析：119 是火警电话',
      '难度：易',
      '二、判断题',
      '2．离开工位要锁屏。（√）',
      '三、填空题',
      '（1）中国的首都是<u>   </u>。',
      '【答案】北京|北京市',
      '3. 哪些是个人信息？',
      'A. 手机号',
      'B. 身份证号',
      'C. 天气',
      '参考答案：AB',
    ]
    expect(contents(lines)).toMatchObject([
      { kind: 'single-choice', options: ['110', '119', '120'], right: 1, explanation: '<p>119 是火警电话</p>' },
      { kind: 'true-false', isTrue: true },
      { kind: 'fill-in', stem: '<p>中国的首都是____。</p>', blanks: [{ answer: '北京|北京市' }] },
      undefined,
    ])
    expect(contents(lines.filter((line) => !line.startsWith('三、')).slice(-5))).toMatchObject([
      { kind: 'multiple-choice', right: [0, 1] },
    ])
  })

  it('is read with the automatic lists of Word', () => {
    const html = '<ol><li>选哪个？<ol><li>甲</li><li>乙</li></ol></li></ol><p>答案：A</p>'
    expect(readSheet(questionsOfLines(wordLines(html)))[0]?.question?.content).toMatchObject({
      kind: 'single-choice',
      options: ['甲', '乙'],
      right: 0,
    })
  })

  it('names pictures and formulas that it cannot bring along', () => {
    const [row] = read(['1. 看图<img src="" />', 'A. 甲', 'B. 乙', '答案：A'])
    expect(row?.problems).toEqual([{ column: 'stem', code: 383_123 }])
  })
})

it('refuses documents with a DOCTYPE', async () => {
  const parts = {
    'word/document.xml': '<!DOCTYPE x [<!ENTITY a "b">]><w:document/>',
    '[Content_Types].xml': '<Types/>',
  }
  const bytes = zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])))
  await expect(readWord(Buffer.from(bytes))).rejects.toThrow('DOCTYPE')
})

describe('what stands in the text of a document', () => {
  const names =
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"'
  const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`
  const letters = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`
  const drawing = (id: string) =>
    `<w:r><w:drawing><wp:inline><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="${id}"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`
  const relation = (id: string, target: string) =>
    `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="${target}"/>`
  const documentOf = (...paragraphs: readonly string[]) =>
    zipSync({
      '[Content_Types].xml': strToU8(
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="emf" ContentType="image/x-emf"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
      ),
      '_rels/.rels': strToU8(
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
      ),
      'word/_rels/document.xml.rels': strToU8(
        `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation('rId1', 'media/a.png')}${relation('rId2', 'media/b.emf')}</Relationships>`,
      ),
      'word/media/a.png': strToU8('a picture'),
      'word/media/b.emf': strToU8('another'),
      'word/document.xml': strToU8(
        `<w:document ${names}><w:body>${paragraphs.map((inner) => `<w:p>${inner}</w:p>`).join('')}</w:body></w:document>`,
      ),
    })

  it('comes along: pictures as files, formulas as LaTeX; what browsers cannot show is named', async () => {
    const half = `<m:f><m:num>${letters('1')}</m:num><m:den>${letters('2')}</m:den></m:f>`
    const root = `<m:rad><m:deg/><m:e><m:sSup><m:e>${letters('x')}</m:e><m:sup>${letters('2')}</m:sup></m:sSup></m:e></m:rad>`
    const sum = `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${letters('i=1')}</m:sub><m:sup>${letters('n')}</m:sup><m:e>${letters('π')}</m:e></m:nary>`
    const bytes = documentOf(
      `${run('1. 求 ')}<m:oMath>${half}${root}</m:oMath>${drawing('rId1')}`,
      `${run('A. ')}<m:oMathPara><m:oMathParaPr/><m:oMath>${sum}</m:oMath></m:oMathPara>`,
      run('B. 二'),
      run('答案：A'),
      `${run('2. 图')}${drawing('rId2')}`,
      run('答案：略'),
    )
    const { rows, files } = await readWord(Buffer.from(bytes))
    expect(files.map(({ name, bytes: own }) => [name, Buffer.from(own).toString()])).toEqual([
      ['picture.png', 'a picture'],
    ])
    const [first, second] = readSheet(rows)
    expect(first?.question?.content).toMatchObject({
      stem: expect.stringMatching(
        /求 <span data-latex="\\frac\{1\}\{2\}\\sqrt\{\{x\}\^\{2\}\}">.*<img[^>]*src="media:0"/,
      ),
      options: [expect.stringContaining('data-latex="\\sum_{i=1}^{n} \\pi"'), '二'],
    })
    expect(second?.problems).toEqual([{ column: 'stem', code: 383_123 }])
  })
})
