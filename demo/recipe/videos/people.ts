import {
  barsScene,
  cardsScene,
  closingScene,
  compareScene,
  line,
  pyramidScene,
  titleScene,
  type Video,
} from '../scenes.ts'

export const welcome: Video = {
  file: 'onboarding-welcome.mp4',
  theme: 'onboarding',
  lesson: '欢迎加入澄岚',
  scenes: [
    titleScene(
      '新员工入职',
      '欢迎加入澄岚',
      '主讲：沈若溪　人力资源部',
      line('欢迎加入澄岚智能科技。'),
      line('用不到一分钟，认识你的新公司。'),
    ),
    cardsScene(
      '我们做什么',
      [
        { mark: '感', name: '智能感知', note: '为楼宇和工厂提供传感设备' },
        { mark: '云', name: '云端平台', note: '把能耗、安防、环境数据汇在一处' },
        { mark: '服', name: '持续服务', note: '7×24 小时的运维与支持' },
      ],
      line('我们为楼宇和工厂，提供智能感知设备。'),
      line('用云端平台，把各种数据汇在一起。'),
      line('再用持续的服务，让客户用得安心。'),
    ),
    cardsScene(
      '我们相信什么',
      [
        { mark: '澄', name: '坦诚', note: '有话直说，对事不对人' },
        { mark: '精', name: '精进', note: '每天比昨天好一点' },
        { mark: '共', name: '共担', note: '一起面对，不推责任' },
        { mark: '客', name: '客户', note: '客户的成功才是成功' },
      ],
      line('坦诚，有话直说。'),
      line('精进，每天好一点。'),
      line('共担，一起面对。'),
      line('还有，客户的成功，才是我们的成功。'),
    ),
    closingScene(
      '第一周，先认识三个人',
      '你的导师　你的直属上级　你的部门助理',
      line('第一周，请先认识你的导师、上级和部门助理。'),
    ),
  ],
}

export const conclusionFirst: Video = {
  file: 'communication-conclusion.mp4',
  theme: 'communication',
  lesson: '结论先行',
  scenes: [
    titleScene(
      '高效沟通',
      '结论先行',
      '主讲：陆明谦　组织发展顾问',
      line('汇报讲了十分钟，对方却问：所以呢？'),
      line('这一节，我们练习结论先行。'),
    ),
    pyramidScene(
      '把话搭成一座塔',
      [
        { name: '结论', items: ['建议九月上线新版客服系统'] },
        { name: '理由', items: ['等待时间减半', '投诉下降三成', '成本不变'] },
        { name: '行动', items: ['请批准预算', '周五前定名单', '下周一启动培训', '月底试运行'] },
      ],
      line('塔尖，是一句话的结论。'),
      line('中间，是支持它的三个理由。'),
      line('塔底，是需要对方做的事。'),
    ),
    compareScene(
      '同一件事，两种说法',
      { name: '流水账', items: ['我先查了数据……', '然后问了三个部门……', '中间还出了点状况……'] },
      { name: '结论先行', items: ['建议：九月上线', '因为：三个理由', '请您：今天批准预算'] },
      line('流水账，让人一直等答案。'),
      line('先说结论，对方从第一句就知道怎么帮你。'),
    ),
    closingScene(
      '先说结论，再说理由，最后说行动',
      '练习：把今天的一封邮件，改成三句话',
      line('今天就试试，把一封邮件改成三句话。'),
    ),
  ],
}

export const criticalPath: Video = {
  file: 'project-critical-path.mp4',
  theme: 'project',
  lesson: '关键路径',
  scenes: [
    titleScene(
      '项目管理基础',
      '一张图看懂<br>关键路径',
      '主讲：秦思齐　项目管理办公室',
      line('项目要多久，不看任务有多少。'),
      line('要看最长的那条路，叫作关键路径。'),
    ),
    barsScene(
      '展厅改造项目（周）',
      [
        { name: '方案设计', from: 0, to: 20, text: '2 周', step: 0, strong: true },
        { name: '设备采购', from: 20, to: 60, text: '4 周', step: 1, strong: true },
        { name: '软件配置', from: 20, to: 40, text: '2 周', step: 2 },
        { name: '安装调试', from: 60, to: 80, text: '2 周', step: 3, strong: true },
        { name: '人员培训', from: 40, to: 50, text: '1 周', step: 2 },
      ],
      { text: '关键路径：设计 → 采购 → 安装调试，共 8 周', step: 4 },
      line('先做方案设计，两周。'),
      line('设备采购最慢，要四周。'),
      line('软件配置和培训，可以同时进行。'),
      line('设备到了，才能安装调试。'),
      line('所以关键路径是八周，它决定工期。'),
    ),
    cardsScene(
      '想提前完成，怎么办？',
      [
        { mark: '赶', name: '赶工', note: '在关键路径上加人加钱' },
        { mark: '并', name: '并行', note: '让部分工作提前开始' },
        { mark: '减', name: '缩小范围', note: '先交付最重要的部分' },
      ],
      line('可以在关键路径上，增加人手。'),
      line('也可以让一部分工作，提前开始。'),
      line('或者先交付最重要的部分。'),
    ),
    closingScene(
      '盯住关键路径，就盯住了工期',
      '非关键任务有余量，但余量也会用完',
      line('盯住关键路径，就盯住了工期。'),
    ),
  ],
}
