import { expect, it } from 'vitest'
import { differencesOf } from './difference.ts'
import { isMarkdown, markdownHtml } from './markdown.ts'
import { triggerOf } from './trigger.ts'

it('reads Markdown as people paste it', () => {
  const text = [
    ...['# 标题', '', '第一段 **粗** *斜* `a<b` [链接](https://example.com)', '', '- 一', '  - 内', '- 二', ''],
    ...[
      '- [x] 完成',
      '- [ ] 未完',
      '',
      '> 引用',
      '',
      '```sql',
      'select 1 < 2',
      '```',
      '',
      '| 甲 | 乙 |',
      '| --- | --- |',
      '| 1 | 2 |',
    ],
    ...['', '---', '1. 首', '2. 次'],
  ].join('\n')
  expect(isMarkdown(text)).toBe(true)
  expect(markdownHtml(text)).toBe(
    [
      '<h1>标题</h1><p>第一段 <strong>粗</strong> <em>斜</em> <code>a&lt;b</code> <a href="https://example.com">链接</a></p>',
      '<ul><li><p>一</p><ul><li><p>内</p></li></ul></li><li><p>二</p></li></ul>',
      '<ul data-list="tasks"><li data-done="true"><p>完成</p></li><li data-done="false"><p>未完</p></li></ul>',
      '<blockquote><p>引用</p></blockquote><pre><code class="language-sql">select 1 &lt; 2</code></pre>',
      '<table><tbody><tr><th><p>甲</p></th><th><p>乙</p></th></tr><tr><td><p>1</p></td><td><p>2</p></td></tr></tbody></table>',
      '<hr><ol><li><p>首</p></li><li><p>次</p></li></ol>',
    ].join(''),
  )
})

it('leaves plain text plain, and writes no tag of a hostile text', () => {
  expect(isMarkdown('今天开会，3.5 小时\n明天休息')).toBe(false)
  const html = markdownHtml(
    '# <img src=x onerror=alert(1)>\n[x](javascript:alert(1)) <script>1</script>\n```"><svg\n</code>\n```',
  )
  expect(html).not.toMatch(/<(?:img|script|svg)|href="javascript/)
  expect(markdownHtml('>'.repeat(20_000)).length).toBeGreaterThan(0)
})

it('compares versions by blocks, then by words', () => {
  const p = (text: string) => ({ tag: 'p', text })
  const changes = differencesOf(
    [p('第一段'), p('我们明天开会讨论预算'), p('旧的一段')],
    [p('第一段'), p('我们后天开会讨论预算'), p('completely new')],
    'cn',
  )
  expect(changes.map(({ kind }) => kind)).toEqual(['same', 'changed', 'removed', 'added'])
  expect(changes[1]?.parts.filter(({ kind }) => kind !== 'same')).toEqual([
    { kind: 'removed', text: '明' },
    { kind: 'added', text: '后' },
  ])
})

it('opens its menu at a slash and its members at an @', () => {
  const stateOf = (text: string, code = false) =>
    ({
      selection: {
        empty: true,
        $from: {
          parent: { isTextblock: true, type: { name: 'paragraph', spec: { code } } },
          pos: text.length,
          start: () => 0,
        },
      },
      doc: { textBetween: () => text },
    }) as unknown as Parameters<typeof triggerOf>[0]
  expect(triggerOf(stateOf('/表'), false)).toMatchObject({ kind: 'blocks', query: '表', from: 0, to: 2 })
  expect(triggerOf(stateOf('、'), false)).toMatchObject({ kind: 'blocks', query: '' })
  expect(triggerOf(stateOf('请@江'), true)).toMatchObject({ kind: 'members', query: '江', from: 1 })
  for (const [text, hasMembers, code] of [
    ...[['一/二', false, false] as const, ['甲、', false, false] as const, ['a@b', true, false] as const],
    ...[['@江', false, false] as const, ['/', false, true] as const],
  ])
    expect(triggerOf(stateOf(text, code), hasMembers)).toBeUndefined()
})
