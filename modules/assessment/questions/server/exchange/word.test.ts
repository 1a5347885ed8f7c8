import fc from 'fast-check'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { everyContent } from '../../contract/question.fixture.ts'
import { anyContent } from '../../contract/random-question.fixture.ts'
import type { ExchangeQuestion } from './exchange-question.ts'
import { formulaHtml } from './formats/rich-texts.ts'
import { readSheet } from './read-sheet.ts'
import { questionsOfLines, readWord } from './read-word.ts'
import { wordLines } from './word-lines.ts'
import { wordBytes } from './write-word.ts'

async function readBack(bytes: Uint8Array): Promise<ExchangeQuestion[]> {
  const read = readSheet((await readWord(Buffer.from(bytes))).rows.map(({ cells }) => cells))
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

describe('formulas and pictures in a Word document', () => {
  const formula = (latex: string) => formulaHtml(latex)
  const latexes = [
    ...[
      String.raw`\frac{1}{2}\sqrt[3]{x^2+1}`,
      String.raw`\sum_{i=1}^{n} a_i \ge 0`,
      String.raw`\text{面积}=\pi r^{2}`,
    ],
    ...[
      String.raw`\begin{pmatrix}a&b\\c&d\end{pmatrix}`,
      String.raw`\left\{ x \right.`,
      String.raw`\vec{a}\cdot\overline{AB}`,
    ],
    ...[
      String.raw`\lim_{x\to 0}\frac{\sin x}{x}`,
      String.raw`\int_0^1 x\,dx`,
      String.raw`\binom{n}{k}`,
      String.raw`a<b\&c`,
    ],
  ]
  const id = '0190b6f2-0000-7000-8000-000000000001'
  const picture = `<img src="/api/v1/human/file/${id}" alt="图 &quot;一&quot;" width="120" height="80" />`
  const question: ExchangeQuestion = {
    ...fields,
    content: {
      kind: 'single-choice',
      stem: `<p>看图 ${picture} 并求 ${latexes.map(formula).join('，')}</p>`,
      explanation: `<p>${formula('x')}</p><p>第二段</p>`,
      options: [`<strong>甲</strong> ${formula('x^{2}')}`, picture],
      right: 1,
    },
  }
  const bytes = Buffer.from('bytes of a picture')
  const written = () =>
    wordBytes([question], 'cn', new Map([[id, { name: 'picture1.png', bytes, width: 1120, height: 80 }]]))

  it('are those of Word, and come back as they were', async () => {
    const parts = unzipSync(written())
    const document = Buffer.from(parts['word/document.xml'] ?? []).toString()
    expect(document).not.toContain('&lt;html&gt;')
    expect(document.match(/<m:oMath>/g)).toHaveLength(latexes.length + 2)
    expect(Buffer.from(parts['word/media/picture1.png'] ?? [])).toEqual(bytes)
    const { rows, files } = await readWord(Buffer.from(written()))
    expect(files).toMatchObject([{ name: 'picture.png' }])
    const [row] = readSheet(rows.map(({ cells }) => cells))
    expect(row?.problems).toEqual([])
    const own = JSON.stringify(row?.question).replaceAll('media:0', `/api/v1/human/file/${id}`)
    expect(JSON.parse(own)).toEqual(question)
  })

  it('that somebody changed in Word are read as they are now', async () => {
    const parts = unzipSync(written())
    const document = Buffer.from(parts['word/document.xml'] ?? [])
      .toString()
      .replace('>面积</m:t>', '>体积</m:t>')
    const { rows } = await readWord(Buffer.from(zipSync({ ...parts, 'word/document.xml': strToU8(document) })))
    expect(rows[0]?.cells.stem).toContain('体积')
    expect(rows[0]?.cells.stem).toContain(formula(latexes[0] ?? ''))
  })

  it('that are no formulas, or not at hand, stand in the text', async () => {
    const texts = [`<p>${formula(String.raw`\frac{`)}</p>`, `<p>${picture}</p>`]
    const questions = texts.map(
      (stem): ExchangeQuestion => ({
        ...fields,
        content: { kind: 'true-false', stem, explanation: '', isTrue: true },
      }),
    )
    expect(await readBack(wordBytes(questions, 'cn'))).toEqual(questions)
  })
})

describe('the usual layout', () => {
  const read = (lines: readonly string[]) =>
    readSheet(questionsOfLines(wordLines(lines.map((line) => `<p>${line}</p>`).join(''))).map(({ cells }) => cells))
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
    expect(readSheet(questionsOfLines(wordLines(html)).map(({ cells }) => cells))[0]?.question?.content).toMatchObject({
      kind: 'single-choice',
      options: ['甲', '乙'],
      right: 0,
    })
  })

  it('names pictures and formulas that it cannot bring along', () => {
    const [row] = read(['1. 看图<img src="" data-type="EMF" />', 'A. 甲<img src="" />', 'B. 乙', '答案：A'])
    expect(row?.problems).toEqual([
      { column: 'stem', code: 383_127 },
      { column: 'option1', code: 383_123 },
    ])
  })
})

describe('a key that the layout marks', () => {
  const rowsOf = (...lines: readonly string[]) =>
    questionsOfLines(wordLines(lines.map((line) => `<p>${line}</p>`).join('')))
  const keyOf = (...lines: readonly string[]) => rowsOf(...lines).map(({ cells }) => cells.answer)

  it('is the option in bold or underlined, which is plain in the bank', () => {
    const bold = rowsOf('1. 选', 'A. 甲', '<strong>B. 乙</strong>', 'C. 丙 <strong>重点</strong>')
    expect(bold).toMatchObject([{ cells: { answer: 'B', option2: '乙', kind: '单选题' }, losses: ['marked-key'] }])
    expect(keyOf('1. 选', '<u>A</u>. 甲', 'B. 乙')).toEqual(['A'])
    expect(keyOf('一、多选题', '1. 选', 'A. <u>甲</u>', 'B. <u>乙</u>', 'C. 丙')).toEqual(['AB'])
    expect(keyOf('1. 选', 'A. 甲　<u>B. 乙</u>　C. 丙')).toEqual(['B'])
  })

  it('counts only where it tells some options from the others, and nothing else says the key', () => {
    expect(keyOf('1. 选', '<strong>A. 甲</strong>', '<strong>B. 乙</strong>')).toEqual([undefined])
    expect(keyOf('一、单选题', '1. 选', '<u>A. 甲</u>', '<u>B. 乙</u>', 'C. 丙')).toEqual([undefined])
    expect(keyOf('1. 选', '<mark>A. 甲</mark>', '<strong>B. 乙</strong>')).toEqual(['A'])
    expect(rowsOf('1. 选', 'A. 甲', '<strong>B. 乙</strong>', '<strong>答案：</strong>A')).toMatchObject([
      { cells: { answer: 'A', option2: '<strong>乙</strong>' }, losses: [] },
    ])
  })

  it('stands in the blanks of a stem', () => {
    expect(rowsOf('三、填空题', '1. 首都是<u>北京</u>，<u>上海</u>是直辖市。')).toMatchObject([
      { cells: { stem: '首都是____，____是直辖市。', option1: '北京', option2: '上海' }, losses: ['marked-key'] },
    ])
    expect(rowsOf('三、填空题', '1. 首都是____。', '答案：<mark>北京</mark>')).toMatchObject([
      { cells: { stem: '首都是____。', answer: '北京' }, losses: [] },
    ])
    expect(keyOf('1. 选（ <u>B</u> ）', 'A. 甲', 'B. 乙')).toEqual(['B'])
  })
})

it('reads wide spaces in one go, however many stand where nothing follows', () => {
  const wide = '\u3000'.repeat(60)
  const rows = questionsOfLines(
    wordLines(`<p>1. 每月<u>${wide}检查</u>（${wide}</p><p>A. 对${wide}C. 错</p><p>答案：A</p>`),
  )
  expect(rows).toMatchObject([{ cells: { answer: 'A' } }])
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

  it('is the key where authors color the right option', async () => {
    const red = (text: string, color = 'FF0000') =>
      `<w:r><w:rPr><w:color w:val="${color}"/></w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`
    const bytes = documentOf(
      run('1. 火警电话是？'),
      `${run('A．110　')}${red('B．119')}${run('　C．120')}`,
      run('2. 哪些是危险品？'),
      `${red('A', 'C00000')}${run('. 汽油')}`,
      run('B. 水'),
      `<w:r><w:rPr><w:highlight w:val="yellow"/></w:rPr><w:t>C. 火药</w:t></w:r>`,
      run('3. 全部是黑色'),
      red('A. 甲', '1F1F1F'),
      red('B. 乙', '000080'),
    )
    const { rows } = await readWord(Buffer.from(bytes))
    const [first, second, third] = readSheet(rows.map(({ cells }) => cells))
    expect(first?.question?.content).toMatchObject({ kind: 'single-choice', options: ['110', '119', '120'], right: 1 })
    expect(second?.question?.content).toMatchObject({ kind: 'multiple-choice', right: [0, 2] })
    expect(third?.problems).toMatchObject([{ column: 'answer' }])
    expect(rows.map(({ losses }) => losses)).toEqual([['marked-key'], ['marked-key'], []])
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
    const [first, second] = readSheet(rows.map(({ cells }) => cells))
    expect(first?.question?.content).toMatchObject({
      stem: expect.stringMatching(
        /求 <span data-latex="\\frac\{1\}\{2\}\\sqrt\{\{x\}\^\{2\}\}">.*<img[^>]*src="media:0"/,
      ),
      options: [expect.stringContaining('data-latex="\\sum_{i=1}^{n} \\pi"'), '二'],
    })
    expect(second?.problems).toEqual([{ column: 'stem', code: 383_127 }])
  })
})
