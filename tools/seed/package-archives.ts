/** Two small learning packages of our own, made in code: a lesson of SCORM 1.2, and a question of H5P with a content type of its own. */
import { strToU8, zipSync } from 'fflate'

function archive(files: Readonly<Record<string, string>>): Buffer {
  // Always the same bytes: the time is not of interest.
  const options = { mtime: new Date('2026-01-01T00:00:00Z') }
  const entries = Object.entries(files).map(([path, text]) => [path, [strToU8(text), options]] as const)
  return Buffer.from(zipSync(Object.fromEntries(entries) as Parameters<typeof zipSync>[0]))
}

const style = `
  body { margin: 0; padding: 32px; max-width: 720px; font: 17px/1.7 system-ui, "PingFang SC", "Microsoft YaHei", sans-serif; color: #1f2933; background: #fff; }
  h1 { font-size: 26px; margin: 0 0 8px; } [lang=en] { color: #52606d; font-size: 15px; }
  button { font: inherit; min-height: 44px; padding: 6px 20px; margin: 8px 8px 0 0; border: 1px solid #9aa5b1; border-radius: 8px; background: #fff; cursor: pointer; }
  button:hover { background: #eef4ff; } button:focus-visible { outline: 3px solid #1d5fd6; outline-offset: 2px; }
  .right { border-color: #0b6b3a; } .wrong { border-color: #b42318; } #progress { color: #52606d; }`

const pages = [
  [
    '看一眼发件人',
    'Look at the sender',
    '显示的名字可以随便写，要看完整的邮箱地址。',
    'The name shown can be anything. Read the whole address.',
  ],
  [
    '停一停再点',
    'Pause before you click',
    '催得越急的链接越要慢点开：先把鼠标停在上面，看它通向哪里。',
    'The more it hurries you, the slower you go: hover first, and see where it leads.',
  ],
  [
    '报告出来',
    'Report it',
    '发现可疑邮件，点“举报”，信息安全组会在一小时内回复。',
    'Report what looks wrong; the security team answers within the hour.',
  ],
]

const lessonScript = `
  let at = window
  while (!at.API && at.parent !== at) at = at.parent
  const api = at.API
  const pages = ${JSON.stringify(pages)}
  api.LMSInitialize('')
  let index = Number(api.LMSGetValue('cmi.core.lesson_location')) || 0
  const show = () => {
    const [title, english, text, more] = pages[index]
    document.getElementById('title').textContent = title
    document.getElementById('english').textContent = english
    document.getElementById('text').textContent = text
    document.getElementById('more').textContent = more
    document.getElementById('progress').textContent = (index + 1) + ' / ' + pages.length
    document.getElementById('back').disabled = index === 0
    document.getElementById('next').textContent = index === pages.length - 1 ? '学完 · Finish' : '下一页 · Next'
    api.LMSSetValue('cmi.core.lesson_location', String(index))
    api.LMSSetValue('cmi.suspend_data', JSON.stringify({ page: index }))
  }
  document.getElementById('back').onclick = () => { index -= 1; show() }
  document.getElementById('next').onclick = () => {
    if (index < pages.length - 1) { index += 1; show(); api.LMSCommit(''); return }
    api.LMSSetValue('cmi.core.score.raw', '100')
    api.LMSSetValue('cmi.core.lesson_status', 'completed')
    api.LMSCommit('')
    document.getElementById('progress').textContent = '已学完 · Finished'
  }
  if (api.LMSGetValue('cmi.core.lesson_status') === 'not attempted') api.LMSSetValue('cmi.core.lesson_status', 'incomplete')
  show()
  window.addEventListener('pagehide', () => api.LMSFinish(''))`

/** Three pages about phishing; goes on where it was left. */
export function scormLesson(): Buffer {
  return archive({
    'imsmanifest.xml': `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="phishing" version="1" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
<metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion>
<lom xmlns="http://www.imsglobal.org/xsd/imsmd_rootv1p2p1"><educational><typicallearningtime><datetime>PT3M</datetime></typicallearningtime></educational></lom></metadata>
<organizations default="O"><organization identifier="O"><title>识别钓鱼邮件 · Spotting phishing mails</title>
<item identifier="I" identifierref="R"><title>识别钓鱼邮件 · Spotting phishing mails</title></item></organization></organizations>
<resources><resource identifier="R" type="webcontent" adlcp:scormtype="sco" href="index.html"><file href="index.html"/></resource></resources>
</manifest>`,
    'index.html': `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>识别钓鱼邮件</title><style>${style}</style></head>
<body><main><p id="progress" role="status"></p><h1 id="title"></h1><p id="english" lang="en"></p><p id="text"></p><p id="more" lang="en"></p>
<button id="back" type="button">上一页 · Back</button><button id="next" type="button"></button></main><script>${lessonScript}</script></body></html>`,
  })
}

/** A content type of H5P: one question, answers to press. It says what was answered, and remembers it. */
const questionScript = `
var H5P = H5P || {}
H5P.ShuyuanQuestion = (function () {
  function Question(parameters, contentId, saved) {
    H5P.EventDispatcher.call(this)
    this.parameters = parameters
    this.contentId = contentId
    this.answer = saved && saved.previousState ? saved.previousState.answer : undefined
  }
  Question.prototype = Object.create(H5P.EventDispatcher.prototype)
  Question.prototype.constructor = Question
  Question.prototype.attach = function (container) {
    var self = this
    var place = container[0]
    place.classList.add('shuyuan-question')
    var heading = document.createElement('h1')
    heading.textContent = this.parameters.question
    var said = document.createElement('p')
    said.setAttribute('role', 'status')
    place.append(heading)
    var buttons = this.parameters.answers.map(function (answer, index) {
      var button = document.createElement('button')
      button.type = 'button'
      button.textContent = answer.text
      button.onclick = function () {
        self.answer = index
        show()
        self.triggerXAPICompleted(answer.correct ? 1 : 0, 1, answer.correct)
      }
      place.append(button)
      return button
    })
    place.append(said)
    function show() {
      if (self.answer === undefined) return
      var right = self.parameters.answers[self.answer].correct
      buttons.forEach(function (button, index) {
        button.className = index === self.answer ? (right ? 'right' : 'wrong') : ''
        button.setAttribute('aria-pressed', String(index === self.answer))
      })
      said.textContent = right ? self.parameters.right : self.parameters.wrong
      self.trigger('resize')
    }
    show()
  }
  Question.prototype.getCurrentState = function () {
    return this.answer === undefined ? {} : { answer: this.answer }
  }
  Question.prototype.getTitle = function () { return this.parameters.question }
  return Question
})()`

const dependency = { machineName: 'H5P.ShuyuanQuestion', majorVersion: 1, minorVersion: 0 }

export function h5pQuestion(): Buffer {
  const library = {
    ...dependency,
    title: 'Question',
    patchVersion: 0,
    runnable: 1,
    embedTypes: ['iframe'],
    coreApi: { majorVersion: 1, minorVersion: 24 },
    preloadedJs: [{ path: 'question.js' }],
    preloadedCss: [{ path: 'question.css' }],
  }
  const content = {
    question:
      '邮件说“账号今晚停用，请立即登录确认”。先做什么？ · “Your account ends tonight, sign in now.” What first?',
    answers: [
      { text: '点开链接看看 · Open the link', correct: false },
      { text: '核对发件地址并举报 · Check the sender and report it', correct: true },
      { text: '转发给同事问问 · Forward it to a colleague', correct: false },
    ],
    right: '正确：先核对，再举报。 · Right: check, then report.',
    wrong: '再想想：这正是对方想要的。 · Think again: this is what they want.',
  }
  return archive({
    'h5p.json': JSON.stringify({
      title: '钓鱼邮件小测 · A question about phishing',
      language: 'zh-cn',
      mainLibrary: dependency.machineName,
      embedTypes: ['iframe'],
      license: 'U',
      preloadedDependencies: [dependency],
    }),
    'content/content.json': JSON.stringify(content),
    'H5P.ShuyuanQuestion-1.0/library.json': JSON.stringify(library),
    'H5P.ShuyuanQuestion-1.0/question.js': questionScript,
    'H5P.ShuyuanQuestion-1.0/question.css': style.replaceAll('body', '.shuyuan-question'),
  })
}
