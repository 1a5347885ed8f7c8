/** What the help center of the demonstration company says, in both languages. */

export const helpDirectories = [
  { key: 'start', nameCn: '快速开始', nameEn: 'Getting started' },
  { key: 'study', nameCn: '学习', nameEn: 'Learning' },
  { key: 'exams', nameCn: '考试与练习', nameEn: 'Exams and practice' },
  { key: 'community', nameCn: '交流与反馈', nameEn: 'Community and feedback' },
  { key: 'manage', nameCn: '管理', nameEn: 'Administration' },
] as const

interface HelpText {
  readonly key: string
  readonly directory: (typeof helpDirectories)[number]['key']
  readonly titleCn: string
  readonly titleEn: string
  readonly contentCn: string
  readonly contentEn: string
  readonly paths?: readonly string[]
  readonly audiences?: readonly string[]
}

const steps = (...items: readonly string[]) => `<ol>${items.map((item) => `<li>${item}</li>`).join('')}</ol>`
const text = (...items: readonly string[]) => items.map((item) => `<p>${item}</p>`).join('')

const administrators = ['role:super-admin', 'role:admin']

export const helpArticles: readonly HelpText[] = [
  {
    ...{ key: 'home', directory: 'start', titleCn: '认识首页', titleEn: 'The home page', paths: ['/home-v'] },
    contentCn: text(
      '首页先显示您要做的事：快到期的学习任务、待审批和即将开始的直播。',
      '右侧是公司公告和近期安排。点顶部的铃铛看消息，点它旁边的清单看全部待办。',
    ),
    contentEn: text(
      'The home page begins with what you have to do: learning tasks that are due soon, approvals, and live sessions that start soon.',
      'Company notices and dates stand beside it. The bell at the top shows your messages, and the list beside it shows all to-dos.',
    ),
  },
  {
    ...{ key: 'profile', directory: 'start', titleCn: '修改个人资料和密码', titleEn: 'Your profile and password' },
    ...{ paths: ['/center/my/profile'] },
    contentCn: steps('点右上角的头像，打开个人资料', '修改头像、简介后保存', '在安全设置中修改密码或绑定手机'),
    contentEn: steps(
      'Open your profile from the menu at your avatar',
      'Change your picture or bio and save',
      'Change your password or add a phone number under the security settings',
    ),
  },
  {
    ...{ key: 'messages', directory: 'start', titleCn: '设置消息提醒', titleEn: 'Choose your notifications' },
    ...{ paths: ['/center/messages'] },
    contentCn: text('在消息中心打开“设置”，可以按消息类型选择站内、邮件等渠道，也可以设置免打扰时间。'),
    contentEn: text(
      'Open the settings of the message center to choose the channels for each type of message, and your quiet hours.',
    ),
  },
  {
    ...{ key: 'course', directory: 'study', titleCn: '学习一门课程', titleEn: 'Take a course' },
    ...{ paths: ['/study-v', '/study/course'] },
    contentCn:
      steps(
        '在“学习”中找到课程并打开',
        '点“开始学习”，从左侧选择小节',
        '视频看完、文档读完、练习通过后，小节显示为已完成',
      ) + text('只有实际播放的部分计入进度。换设备时会从上次的位置继续。'),
    contentEn:
      steps(
        'Find the course under Study and open it',
        'Start it and choose a section',
        'A section is complete once its video is watched, its document read or its exercise passed',
      ) + text('Only what was really played counts. On another device you continue where you left off.'),
  },
  {
    ...{ key: 'tasks', directory: 'study', titleCn: '学习任务和到期提醒', titleEn: 'Learning tasks and due dates' },
    ...{ paths: ['/center/tasks', '/center/student-todo-menu'] },
    contentCn: text('学习任务由管理员或上级推送，有截止时间。待办中按到期先后排列，逾期的排在最前面。'),
    contentEn: text(
      'Learning tasks are assigned by administrators or superiors and have a due date. Your to-dos list them by due date, overdue ones first.',
    ),
  },
  {
    ...{ key: 'certificates', directory: 'study', titleCn: '查看和下载证书', titleEn: 'Your certificates' },
    ...{ paths: ['/center/my/certificates'] },
    contentCn: text(
      '完成课程或学习路径后获得的证书在学习中心的“证书”中，可以下载 PDF。证书上的二维码打开公开的验证页面。',
    ),
    contentEn: text(
      'Certificates that you earn stand in your learning center and can be downloaded as PDF. The QR code on a certificate opens a public page that verifies it.',
    ),
  },
  {
    ...{ key: 'records', directory: 'study', titleCn: '学时和学分怎样计算', titleEn: 'Class hours and credits' },
    ...{ paths: ['/center/my/class-hour', '/center/my/credit'] },
    contentCn: text('学时来自实际学习的时间，学分在完成课程、考试等内容后按其设置发放。明细在学习中心查看。'),
    contentEn: text(
      'Class hours come from the time you really studied. Credits are awarded when you complete content that carries them. Your learning center shows both in detail.',
    ),
  },
  {
    ...{ key: 'exam', directory: 'exams', titleCn: '参加考试', titleEn: 'Take an exam', paths: ['/exam'] },
    contentCn:
      steps(
        '在考试列表中打开考试，阅读说明',
        '到时间后点“开始考试”',
        '答案会自动保存，断网后恢复连接会继续',
        '检查未答的题后交卷',
      ) + text('剩余时间以服务器为准。关闭页面不会停止计时。'),
    contentEn:
      steps(
        'Open the exam and read its instructions',
        'Start it once it is open',
        'Answers are saved as you go, and sent again after a lost connection',
        'Check for unanswered questions and hand in',
      ) + text('The server keeps the time. Closing the page does not stop it.'),
  },
  {
    ...{ key: 'feedback', directory: 'community', titleCn: '提交意见反馈', titleEn: 'Send feedback' },
    ...{ paths: ['/help/feedback'] },
    contentCn: text(
      '在帮助中心点“意见反馈”，写明遇到的问题，可附最多 5 张截图。截图只有您和管理员能看到，回复会发到您的消息中。',
    ),
    contentEn: text(
      'Choose Feedback in the help center and describe the problem, with up to 5 pictures. Only you and the administrators see them. You get a message when it is answered.',
    ),
  },
  {
    ...{ key: 'circles', directory: 'community', titleCn: '加入知识圈', titleEn: 'Join a knowledge circle' },
    ...{ paths: ['/share-study'] },
    contentCn: text('知识圈里是同一主题的分享和讨论。在知识圈列表中打开感兴趣的圈子，点加入即可看到圈内内容。'),
    contentEn: text(
      'A knowledge circle brings together posts on one subject. Open a circle in the list and join it to see what its members share.',
    ),
  },
  {
    ...{ key: 'members', directory: 'manage', titleCn: '导入成员', titleEn: 'Import members' },
    ...{ paths: ['/admin/members'], audiences: administrators },
    contentCn: steps(
      '在成员管理中打开“导入”，下载模板',
      '填写后上传，系统逐行检查并指出错误的单元格',
      '改正后确认导入',
    ),
    contentEn: steps(
      'Open the import under Members and download the template',
      'Upload the filled-in file; each row is checked and wrong cells are marked',
      'Correct them and confirm the import',
    ),
  },
  {
    ...{ key: 'courses', directory: 'manage', titleCn: '制作和发布课程', titleEn: 'Create and publish a course' },
    ...{ paths: ['/admin/courses'], audiences: [...administrators, 'role:lecturer'] },
    contentCn: steps(
      '新建课程，填写名称、封面和简介',
      '添加章节，上传视频、文档或练习',
      '预览后发布；需要审批时，通过后自动上架',
    ),
    contentEn: steps(
      'Create a course with a name, a cover and a description',
      'Add chapters with videos, documents or exercises',
      'Preview and publish it; where approval is needed, it appears once it is approved',
    ),
  },
]
