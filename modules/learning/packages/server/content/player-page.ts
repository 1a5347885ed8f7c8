/** The page around the content: nothing but the frame, and the scripts that run it. Its words are the site's. */
import type { Language } from '#kit/caller.ts'

const words = {
  cn: { lang: 'zh-CN', title: '课件', loading: '正在打开课件…', ended: '课件已关闭，请从课程中重新打开。' },
  en: {
    lang: 'en',
    title: 'Learning package',
    loading: 'Opening…',
    ended: 'This has ended. Open it again from the course.',
  },
} as const

const style = `
  html, body { height: 100%; margin: 0; background: #fff; font: 16px/1.6 system-ui, "PingFang SC", "Microsoft YaHei", sans-serif; }
  #stage { position: fixed; inset: 0; overflow: auto; }
  #stage iframe { display: block; width: 100%; border: 0; }
  #stage iframe.whole { height: 100%; }
  #notice { position: fixed; inset: 0; display: grid; place-items: center; padding: 24px; text-align: center; color: #55606e; background: #fff; }
  #notice[hidden] { display: none; }
  @media (prefers-color-scheme: dark) { #notice { color: #b8c0cc; background: #14181d; } }`

export function playerPage(language: Language): string {
  const { lang, title, loading } = words[language]
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main id="stage"></main>
<p id="notice" role="status">${loading}</p>
<script type="module" src="/runtime/player/main.ts"></script>
</body>
</html>
`
}

/** In both languages: whose page it was is not known any more. */
export function endedPage(): string {
  return `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${words.cn.title}</title>
<style>${style}</style>
</head>
<body>
<main id="notice"><p>${words.cn.ended}<br><span lang="en">${words.en.ended}</span></p></main>
</body>
</html>
`
}
