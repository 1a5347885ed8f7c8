import { cardsScene, closingScene, compareScene, line, mailScene, titleScene, type Video } from '../scenes.ts'

export const passwords: Video = {
  file: 'security-passwords.mp4',
  theme: 'security',
  lesson: '口令安全',
  scenes: [
    titleScene(
      '信息安全意识',
      '一个好口令的<br>三个条件',
      '主讲：顾知远　信息安全负责人',
      line('欢迎学习信息安全意识课程。'),
      line('这一节，我们谈谈每天都在用的口令。'),
    ),
    cardsScene(
      '一个好口令，要满足三个条件',
      [
        { mark: '长', name: '足够长', note: '至少十二个字符，越长越难猜' },
        { mark: '异', name: '不重复', note: '每个系统用不同的口令' },
        { mark: '密', name: '不外传', note: '不写在纸上，不告诉任何人' },
      ],
      line('第一，要长，至少十二个字符。'),
      line('第二，不同的系统，用不同的口令。'),
      line('第三，要保密，同事和上级也不告诉。'),
    ),
    compareScene(
      '好记，又难猜',
      { name: '一秒钟就被猜中', items: ['19900512', 'chenglan123', '13800001111'] },
      { name: '一句话的首字母', items: ['春眠不觉晓，处处闻啼鸟', 'Cmbjx-ccwtn-618', '加上数字和符号，共十五位'] },
      line('生日和手机号，一秒钟就会被猜中。'),
      line('用一句话的首字母，再加数字和符号，好记又难猜。'),
    ),
    closingScene(
      '怀疑泄露，立即修改，马上报告',
      '信息安全组　内线 8110',
      line('如果怀疑口令泄露，请立即修改，并报告信息安全组。'),
    ),
  ],
}

export const phishing: Video = {
  file: 'security-phishing.mp4',
  theme: 'security',
  lesson: '识别钓鱼邮件',
  scenes: [
    titleScene(
      '信息安全意识',
      '识别钓鱼邮件',
      '主讲：顾知远　信息安全负责人',
      line('钓鱼邮件，是最常见的攻击方式。'),
      line('下面这封邮件，你能看出几处问题？'),
    ),
    mailScene(
      '四处破绽',
      [
        { label: '发件人', text: '人力资源部 &lt;hr@cheng1an-corp.example&gt;', mark: '域名把 l 换成了 1', step: 1 },
        { label: '主题', text: '【紧急】今日 18:00 前未核对将停发工资', mark: '制造紧迫感', step: 2 },
        {
          label: '正文',
          text: '请点击 <u>工资核对入口</u> 登录并填写银行卡号、身份证号与手机验证码。',
          mark: '链接地址与文字不符',
          step: 3,
        },
        { label: '附件', text: '工资明细.xlsm', mark: '附件带有宏程序', step: 4 },
      ],
      line('我们一处一处看。'),
      line('先看发件人，域名是不是真的。'),
      line('再看语气，越是催促，越要小心。'),
      line('把鼠标停在链接上，看看真实的地址。'),
      line('来历不明的附件，一律不打开。'),
    ),
    closingScene(
      '不点击　不回复　不转发',
      '用邮箱右上角的“举报”按钮交给信息安全组',
      line('记住三个不：不点击，不回复，不转发。'),
      line('用举报按钮，交给信息安全组处理。'),
    ),
  ],
}
