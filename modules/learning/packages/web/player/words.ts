/** The few words that the player itself says; the site around it says the rest. */
const texts = {
  cn: {
    frame: '课件内容',
    failed: '课件没有打开。请检查网络后重新打开。',
    superseded: '课件已在别处重新打开，这里不再记录进度。',
    ended: '课件已关闭，请从课程中重新打开。',
    finished: '这份课件已学到结尾，可从目录中再次打开。',
    ownWindow: '在新窗口中打开课件',
  },
  en: {
    frame: 'Content of the package',
    failed: 'The package did not open. Check the connection and open it again.',
    superseded: 'The package was opened again elsewhere; progress is no longer recorded here.',
    ended: 'This has ended. Open it again from the course.',
    finished: 'You have come to the end of this package. Open it again from the contents.',
    ownWindow: 'Open the package in a new window',
  },
} as const

export function word(key: keyof (typeof texts)['cn']): string {
  return texts[document.documentElement.lang.startsWith('zh') ? 'cn' : 'en'][key]
}
