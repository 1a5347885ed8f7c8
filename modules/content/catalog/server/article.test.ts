/** What of an article reaches its readers. The vectors are those of the cheat sheet of OWASP and of editors that were broken. */
import { describe, expect, it } from 'vitest'
import type { Refusal } from '#kit/errors.ts'
import { articleDepthMax, articleHtmlMax, mentionsMax } from '../contract/article.ts'
import { articleLength, articleText, cleanArticle, fileIdsOf, memberIdsMentioned } from './article.ts'

const id = (number: number) => `0190b6f2-0000-7000-8000-${String(number).padStart(12, '0')}`
const own = (number: number) => `/api/v1/human/file/${id(number)}`

const vectors = [
  ...[
    '<script>alert(1)</script>',
    '<SCRIPT SRC=https://evil.example/x.js></SCRIPT>',
    '<scr<script>ipt>alert(1)</scr</script>ipt>',
  ],
  ...['<img src=x onerror=alert(1)>', '<img src="javascript:alert(1)">', '<IMG """><SCRIPT>alert(1)</SCRIPT>"\\>'],
  ...[
    '<img src="https://evil.example/a.png">',
    '<img src="//evil.example/a.png">',
    '<img src="data:image/svg+xml;base64,PHN2Zz4=">',
  ],
  ...[
    `<img src="${own(1)}" onload="alert(1)">`,
    `<img src="${own(1)}?x=https://evil.example">`,
    `<img src="${own(1)}" srcset="https://evil.example/a 2x">`,
  ],
  ...[
    '<a href="javascript:alert(1)">x</a>',
    '<a href="JaVaScRiPt:alert(1)">x</a>',
    '<a href=" &#14; javascript:alert(1)">x</a>',
  ],
  ...[
    '<a href="jav&#x09;ascript:alert(1)">x</a>',
    '<a href="jav\nascript:alert(1)">x</a>',
    '<a href="&#106;avascript&colon;alert(1)">x</a>',
  ],
  ...[
    '<a href="vbscript:msgbox(1)">x</a>',
    '<a href="data:text/html,<script>alert(1)</script>">x</a>',
    '<a href="//evil.example">x</a>',
  ],
  ...[
    '<a href="/\\evil.example">x</a>',
    '<a href="https://user:pass@evil.example">x</a>',
    '<a href="file:///etc/passwd">x</a>',
    '<a href="blob:https://a/b">x</a>',
  ],
  ...[
    '<a href="#" onclick="alert(1)" id="x" name="y" style="position:fixed">x</a>',
    '<p onmouseover=alert(1) style="background:url(javascript:alert(1))">x</p>',
  ],
  ...[
    '<svg onload=alert(1)>',
    '<svg><script>alert(1)</script></svg>',
    '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  ],
  ...['<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>', '<math href="javascript:alert(1)">x</math>'],
  ...[
    '<iframe src="https://evil.example"></iframe>',
    '<object data="x"></object>',
    '<embed src="x">',
    '<base href="https://evil.example">',
  ],
  ...[
    '<form action="https://evil.example"><input name=a><button formaction="javascript:alert(1)">x</button></form>',
    '<meta http-equiv=refresh content="0;url=x">',
  ],
  ...[
    '<link rel=stylesheet href="https://evil.example">',
    '<style>@import "https://evil.example"</style>',
    '<template><img src=x onerror=alert(1)></template>',
  ],
  ...[
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<textarea><img src=x onerror=alert(1)></textarea>',
    '<xmp><img src=x onerror=alert(1)></xmp>',
  ],
  ...[
    '<!--><img src=x onerror=alert(1)>-->',
    '<![CDATA[<img src=x onerror=alert(1)>]]>',
    '<?xml-stylesheet href="javascript:alert(1)"?>',
  ],
  ...[
    '<video src="https://evil.example/v.mp4" onerror=alert(1)></video>',
    '<video><source onerror=alert(1)></video>',
    `<video src="${own(1)}" autoplay poster="https://evil.example/p"></video>`,
  ],
  ...[
    '<details open ontoggle=alert(1)>x</details>',
    '<marquee onstart=alert(1)>x</marquee>',
    '<body onload=alert(1)>',
    '<dialog open>x</dialog>',
  ],
  ...[
    '<code class="language-js evil sy-modal">x</code>',
    '<code class="language-"><b>x</b></code>',
    "<span data-latex='x\"><img src=x onerror=alert(1)>'>x</span>",
  ],
  ...[
    `<span data-member="${id(1)}" onclick=alert(1) class=x>@a</span>`,
    '<span data-member="javascript:alert(1)">@a</span>',
  ],
  ...[
    `<a data-file="${id(1)}" href="javascript:alert(1)">f</a>`,
    '<a data-file="../../x" href="javascript:alert(1)">f</a>',
    `<a data-file="${id(1)}&quot; onclick=&quot;alert(1)" href="x">f</a>`,
  ],
  ...[
    '<td colspan=99999999 data-colwidth="1;background:url(x)">x</td>',
    '<ol start="-1" type=a>x</ol>',
    '<figure data-width="100vw" style=x>x</figure>',
  ],
  ...[
    '<h1 id="__proto__">x</h1>',
    '<p data-align="left;x">x</p>',
    '<blockquote data-callout="evil" cite="javascript:alert(1)">x</blockquote>',
    '<ul data-list="evil"><li data-done="maybe">x</li></ul>',
  ],
]

const attributesOf = (html: string) =>
  [...html.matchAll(/<[a-z][a-z0-9]*((?:\s+[a-z-]+(?:="[^"]*")?)*)\s*\/?>/g)].flatMap(([, all = '']) => [
    ...all.matchAll(/([a-z-]+)(?:="([^"]*)")?/g),
  ])
const allowed =
  /^(?:href|target|rel|title|src|alt|width|height|controls|colspan|rowspan|class|start|data-(?:latex|member|file|size|align|width|callout|list|done|colwidth))$/

describe('hostile articles', () => {
  it.each(vectors)('%s', (vector) => {
    for (const html of [vector, `<p>前${vector}后</p>`, vector.toUpperCase(), `<table><tr><td>${vector}`]) {
      const clean = cleanArticle(html)
      expect(clean).not.toMatch(
        /<(?:script|svg|math|iframe|object|embed|base|form|input|button|meta|link|style|template|noscript|textarea|xmp|source|details|marquee|body|dialog|!|\?)/i,
      )
      for (const [, name = '', value = ''] of attributesOf(clean)) {
        expect(name).toMatch(allowed)
        if (name === 'src') expect(value).toMatch(/^\/api\/v1\/human\/file\/[0-9a-f-]{36}$/)
        if (name === 'href') expect(value).toMatch(/^(?:https?:\/\/[^@]+$|mailto:|#|\/(?![/\\]))/i)
        if (name === 'class') expect(value).toMatch(/^language-[a-z]+$/)
      }
      // Reading it once more brings nothing new: only paragraphs that stood in each other are taken apart.
      const again = cleanArticle(clean)
      expect(cleanArticle(again)).toBe(again)
      expect(attributesOf(again)).toEqual(attributesOf(clean))
    }
  })

  it.each([
    ['<a href="javascript:1">x</a><pre><code>c</code></pre><p>y</p>', 'x<pre><code>c</code></pre><p>y</p>'],
    ['<img src="https://evil.example/a.png"><h1>一</h1><p>y</p>', '<h1>一</h1><p>y</p>'],
    ['<p><span>a</span><span data-latex="x"></span>b</p>', '<p>a<span data-latex="x"></span>b</p>'],
    ['<p><a>a</a><a href="/x">b</a>c</p>', /^<p>a<a [^>]*href="\/x">b<\/a>c<\/p>$/],
    ['<cut onclick="alert(1)">a</cut><cut/><p title="<cut>">&lt;cut&gt;</p>', 'a<p>&lt;cut&gt;</p>'],
  ])('%s ends each tag by its own name, after one that was cut', (html, clean) => {
    const once = cleanArticle(html)
    if (typeof clean === 'string') expect(once).toBe(clean)
    else expect(once).toMatch(clean)
    expect(cleanArticle(once)).toBe(once)
  })

  it('refuses what is too long or too deep before it reads it, and flattens what is deep', () => {
    const refused = (html: string) => {
      try {
        return cleanArticle(html)
      } catch (error) {
        const { fields } = (error as Refusal).data as { fields: { rule: string }[] }
        return fields[0]?.rule
      }
    }
    expect(refused('x'.repeat(articleHtmlMax))).toBe('x'.repeat(articleHtmlMax))
    expect(refused('x'.repeat(articleHtmlMax + 1))).toBe('maxLength')
    expect(refused('x'.repeat(5 * 1024 * 1024))).toBe('maxLength')
    // Signs grow when they are written out.
    expect(refused('<'.repeat(articleHtmlMax))).toBe('maxLength')
    for (const tag of ['a', 'blockquote', 'b', 'unknown', 'span'])
      expect(refused(`<${tag}>`.repeat(40_000))).toBe('nesting')
    expect(refused(`${'<blockquote>'.repeat(200)}x`)).toBe(
      `${'<blockquote>'.repeat(articleDepthMax)}x${'</blockquote>'.repeat(articleDepthMax)}`,
    )
  })

  it('names as many members as an article may, and leaves the further ones as text', () => {
    const mentions = Array.from({ length: 5000 }, (_, at) => `<span data-member="${id(at)}">@甲${at}</span>`)
    const clean = cleanArticle(`<p>${mentions.join('')}</p>`)
    expect(memberIdsMentioned(clean)).toEqual(Array.from({ length: mentionsMax }, (_, at) => id(at)))
    expect(articleText(clean)).toContain('@甲4999')
    expect(memberIdsMentioned(cleanArticle(`<p>${mentions[0]?.repeat(3)}</p>`))).toEqual([id(0)])
    expect(memberIdsMentioned('<p>&lt;span data-member="x"&gt;</p>')).toEqual([])
  })

  it('names its own files, wherever they stand, and none that is only written about', () => {
    const html = cleanArticle(
      `<figure><img src="${own(1)}" alt="a"><figcaption>图</figcaption></figure><video src="${own(2)}"></video>` +
        `<p><a data-file="${id(3)}" href="https://evil.example">说明.pdf</a> src="${own(4)}" &lt;img src="${own(5)}"&gt;</p>`,
    )
    expect(fileIdsOf(html)).toEqual([id(1), id(2), id(3)])
    expect(html).toContain(`<a data-file="${id(3)}" href="${own(3)}?download=1">说明.pdf</a>`)
  })

  it('counts what is read', () => {
    expect(articleLength('<h1>标题</h1><p>一 二</p><p></p><p>👍</p>')).toBe(8)
    expect(articleText(`<figure><img src="${own(1)}" alt="x"><figcaption>图</figcaption></figure><p>文</p>`)).toBe(
      '图\n文',
    )
  })
})
