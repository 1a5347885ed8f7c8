/** What the share accounts of the demonstration company have written; the texts of articles stand in demo/articles. */
export interface DemoContent {
  readonly key: string
  /** The key of a share account. */
  readonly account: string
  readonly by: string
  readonly title: string
  readonly daysAgo: number
  /** 1 article, 2 video, 3 file. */
  readonly type?: 2 | 3
  /** A text that is shorter than a file in demo/articles. */
  readonly text?: string
  /** A name in demo/media. */
  readonly file?: string
  readonly cover?: string
  readonly chapters?: readonly { readonly ms: number; readonly title: string }[]
  readonly topics: readonly string[]
  readonly coAuthors?: readonly string[]
  readonly source?: string
  /** Keys of organizations, if it is for them alone. */
  readonly organizations?: readonly string[]
  readonly isPinned?: true
  readonly isHighlighted?: true
  readonly isClosed?: true
  /** In how many days it is published. */
  readonly dueInDays?: number
  /** The share of the members who have read it in its first days. */
  readonly popularity: number
  readonly talk?: readonly DemoTalk[]
}

interface DemoTalk {
  readonly by: string
  readonly text: string
  readonly likes?: readonly string[]
  readonly isBest?: true
  readonly replies?: readonly { readonly by: string; readonly text: string }[]
}

export const demoContents: readonly DemoContent[] = [
  {
    ...{ key: 'one-page-report', account: 'expert', by: 'jiangshi', daysAgo: 26, popularity: 0.42 },
    title: '一页纸说清楚：给上级的汇报怎么写',
    cover: 'covers/communication.jpg',
    topics: ['写作', '沟通表达'],
    ...{ isPinned: true, isHighlighted: true },
    talk: [
      {
        ...{ by: 'east', text: '把上周的周报改了一遍，从两屏变成半屏，主管五分钟就批了。', isBest: true },
        likes: ['guanli', 'xueyuan', 'south', 'product', 'support'],
        replies: [
          { by: 'jiangshi', text: '太好了。方便的话把改前改后各贴一段，给大家做个例子。' },
          { by: 'east', text: '去掉客户名字后，明天贴上来。' },
        ],
      },
      {
        ...{ by: 'xueyuan', text: '如果结论是坏消息，也要放在第一行吗？会不会太直接？' },
        likes: ['buyer', 'wenyanchu'],
        replies: [{ by: 'jiangshi', text: '更要放在第一行，但后面紧跟一句你打算怎么办。坏消息拖到第三页，只会更坏。' }],
      },
      { by: 'product', text: '三条理由“划掉一条看看还能不能撑住”，这个检查方法很实用。', likes: ['hanqinghe'] },
    ],
  },
  {
    ...{ key: 'difficult-feedback', account: 'expert', by: 'jiangshi', daysAgo: 15, popularity: 0.3 },
    title: '难开口的反馈，五分钟说完',
    topics: ['沟通表达', '领导力'],
    coAuthors: ['guzhiyuan'],
    talk: [
      {
        ...{ by: 'guzhiyuan', text: '“然后真的等十秒”最难，我试了两次才忍住不替对方回答。' },
        likes: ['jiangshi', 'success', 'guanli'],
        replies: [{ by: 'success', text: '同感，十秒比想的长很多。' }],
      },
    ],
  },
  {
    ...{ key: 'extinguisher-check', account: 'expert-fire', by: 'mengchanghe', daysAgo: 19, popularity: 0.34 },
    title: '两分钟看五处：灭火器检查不是签字',
    cover: 'covers/fire.jpg',
    topics: ['消防', '安全生产'],
    isHighlighted: true,
    talk: [
      {
        ...{ by: 'supply', text: '二号库今天照着查了一遍，找到两只压力不足，一只被托盘挡住。' },
        likes: ['mengchanghe', 'buyer', 'guanli', 'hanqinghe'],
        replies: [{ by: 'mengchanghe', text: '收到，明早给你换。托盘那只请在地上画一条黄线。' }],
      },
      { by: 'buyer', text: '锂电池那一行帮了大忙，以前一直以为喷干粉就行。', likes: ['supply'] },
    ],
  },
  {
    ...{ key: 'extinguisher-video', account: 'expert-fire', by: 'mengchanghe', daysAgo: 11, popularity: 0.26, type: 2 },
    title: '三步学会用灭火器（视频）',
    text: '<p>拔销、握管、压柄，站在上风三米。看完请到车间照着做一遍。</p>',
    ...{ file: 'fire-extinguisher.mp4', cover: 'covers/fire.jpg' },
    chapters: [
      { ms: 0, title: '站位' },
      { ms: 12_000, title: '拔销与瞄准' },
      { ms: 26_000, title: '何时撤离' },
    ],
    topics: ['消防'],
    talk: [{ by: 'guzhiyuan', text: '新员工培训可以直接放这一段，长度正好。', likes: ['guanli'] }],
  },
  {
    ...{ key: 'funnel-with-sql', account: 'data', by: 'hanqinghe', daysAgo: 9, popularity: 0.28 },
    title: '用漏斗找到流失最多的一步（附 SQL）',
    cover: 'covers/data.jpg',
    topics: ['数据分析', '编程'],
    coAuthors: ['product'],
    source: '四月新客复盘',
    ...{ isPinned: true, isHighlighted: true },
    talk: [
      {
        ...{ by: 'xueyuan', text: '请教一下：同一个人当天注册两次，min(at) 取的是第一次，会不会把后面的下单漏掉？' },
        likes: ['support'],
        replies: [
          { by: 'hanqinghe', text: '不会，下单只要晚于第一次开通就算。要按天看的话，把日期加进 group by。' },
          { by: 'xueyuan', text: '明白了，谢谢！' },
        ],
      },
      { by: 'east', text: '展会那一行和我们的感觉一致，名片很多，真要用的少。', likes: ['south', 'sales', 'product'] },
    ],
  },
  {
    ...{ key: 'spreadsheet-habits', account: 'data', by: 'xueyuan', daysAgo: 5, popularity: 0.22 },
    title: '五个习惯，让表格快一倍',
    topics: ['Excel', '效率工具', '数据分析'],
    talk: [{ by: 'hanqinghe', text: '“原始数据不动”值得贴在墙上。', likes: ['xueyuan', 'product'] }],
  },
  {
    ...{ key: 'phishing-case', account: 'security', by: 'guzhiyuan', daysAgo: 3, popularity: 0.38 },
    title: '一封“社保补缴”邮件的两个小时',
    cover: 'covers/security.jpg',
    topics: ['信息安全', '复盘'],
    isPinned: true,
    talk: [
      {
        ...{ by: 'support', text: '我就是 10:15 转发的那个人。当时觉得问一句有点傻，现在不这么想了。', isBest: true },
        likes: ['guanli', 'jiangshi', 'xueyuan', 'east', 'south', 'product', 'hanqinghe'],
        replies: [{ by: 'guzhiyuan', text: '这一句救了至少十几个账号，谢谢你。' }],
      },
      { by: 'buyer', text: '供应商也收到过类似的，已经把这篇转给他们的对接人看了要点。' },
    ],
  },
  {
    ...{ key: 'two-step-setup', account: 'security', by: 'jiangshi', daysAgo: 1, popularity: 0.16 },
    title: '两步验证：三分钟开通，换手机不慌',
    topics: ['信息安全', '效率工具'],
    organizations: ['research', 'product', 'support'],
    talk: [{ by: 'yanfa', text: '附上那段代码真好，终于知道为什么手机时间偏了就登不上。', likes: ['guzhiyuan'] }],
  },
  {
    ...{ key: 'visit-a-customer', account: 'expert-service', by: 'success', daysAgo: 7, popularity: 0.2 },
    title: '拜访老客户，功课在前一天',
    cover: 'covers/service.jpg',
    topics: ['客户服务', '沟通表达'],
    talk: [
      { by: 'sales', text: '“约一个用系统最多的人”，上周照做，听到了三个没人报过的问题。', likes: ['success', 'east'] },
    ],
  },
  {
    ...{ key: 'project-toolbox', account: 'expert-project', by: 'product', daysAgo: 13, popularity: 0.18, type: 3 },
    title: '七份可以直接用的项目模板',
    text: '<p>立项书、里程碑、风险表、周报……下载后改项目名就能用。有更好的版本，请发在讨论里。</p>',
    ...{ file: 'project-templates.pdf', cover: 'covers/project.jpg' },
    topics: ['项目管理', '时间管理'],
  },
  {
    ...{ key: 'writing-june', account: 'expert', by: 'jiangshi', daysAgo: 0, popularity: 0, dueInDays: 2 },
    title: '下周练习：把一封长邮件改成三句话',
    text: '<p>找一封自己写过的、超过一屏的邮件，改成三句话：结论、理由、请求。周五前贴在讨论里，我会选三封逐句点评。</p>',
    topics: ['写作'],
  },
  {
    ...{ key: 'old-passwords', account: 'security', by: 'guzhiyuan', daysAgo: 80, popularity: 0.1, isClosed: true },
    title: '口令每月一换（旧规定）',
    text: '<p>本篇对应旧规定，已被《两步验证：三分钟开通，换手机不慌》代替，仅供账户成员查阅。</p>',
    topics: ['信息安全'],
  },
]

/** What is still being written. */
export const demoDrafts: readonly {
  readonly key: string
  readonly account: string
  readonly by: string
  readonly title: string
  readonly text?: string
  readonly hoursAgo: number
}[] = [
  { key: 'meeting-notes', account: 'expert', by: 'jiangshi', title: '会议记录只写三件事', hoursAgo: 3 },
  {
    ...{ key: 'pivot', account: 'data', by: 'xueyuan', title: '透视表入门：从一个问题开始', hoursAgo: 20 },
    text: '<p>先想好问题：哪个部门的差旅超支最多？再动手拖字段。</p>',
  },
]

export const demoColumns = [
  {
    ...{ key: 'clear-writing', account: 'expert', by: 'jiangshi', title: '把话说清楚' },
    introduction: '从一封邮件到一次反馈，每篇解决一个写作或沟通的小问题，读完当天就能用。',
    ...{ cover: 'covers/communication.jpg', topics: ['写作', '沟通表达'] },
    contents: ['one-page-report', 'difficult-feedback'],
    subscribers: ['xueyuan', 'east', 'south', 'sales', 'guanli', 'support', 'wenyanchu'],
  },
  {
    ...{ key: 'security-lessons', account: 'security', by: 'guzhiyuan', title: '安全故事集' },
    introduction: '真实发生过的事，隐去名字，留下经过和改进。',
    ...{ cover: 'covers/security.jpg', topics: ['信息安全', '复盘'] },
    contents: ['phishing-case', 'two-step-setup'],
    subscribers: ['xueyuan', 'product', 'buyer', 'hanqinghe'],
  },
] as const

/** What stands in which circle, the newest first; the first one is pinned, the second one highlighted. */
export const demoCircleContents = {
  newcomers: { by: 'jiangshi', contents: ['one-page-report', 'spreadsheet-habits', 'difficult-feedback'] },
  safety: { by: 'guzhiyuan', contents: ['extinguisher-check', 'phishing-case', 'extinguisher-video'] },
} as const

export const demoTopicFollows: Readonly<Record<string, readonly string[]>> = {
  写作: ['xueyuan', 'east', 'guanli'],
  数据分析: ['xueyuan', 'product', 'yanfa'],
  信息安全: ['guanli', 'xueyuan', 'support', 'buyer'],
  消防: ['supply', 'buyer'],
}
