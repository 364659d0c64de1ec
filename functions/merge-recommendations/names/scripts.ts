/**
 * Words of other scripts in Latin letters, and keys by which they are compared with Latin words. A key is coarse: people
 * romanise their names in many ways. Cyrillic and Greek are spelled as for searching.
 */
import { once } from "../../../shared/platform/config/once.ts";
import { spellingsOf } from "../../../shared/search/spellings.ts";

interface Script {
  letters: RegExp;
  /** The Latin spellings of a word in this script, the most usual first. */
  spell: (word: string) => readonly string[];
  /** The key of a Latin spelling. */
  keyOf: (latin: string) => string;
}

const scripts: readonly Script[] = [
  {
    letters: /[\u0370-\u052f]/,
    spell: (word) => [spellingsOf(word).written ?? word, ...spellingsOf(word).keys],
    keyOf: (latin) => spellingsOf(latin).keys[0] ?? latin,
  },
  { letters: /[\u0590-\u06ff]/, spell: (word) => [spell(word, consonants)], keyOf: semiticKey },
  { letters: /[\uac00-\ud7a3]/, spell: (word) => [romaniseHangul(word)], keyOf: koreanKey },
  { letters: /\p{sc=Han}/u, spell: (word) => [spell(word, pinyin)], keyOf: (latin) => latin },
  { letters: /[\p{sc=Hiragana}\p{sc=Katakana}]/u, spell: (word) => [spell(word, kana)], keyOf: japaneseKey },
];

/** Undefined for Latin words and scripts that have no table. */
export function scriptOf(word: string): Script | undefined {
  // Most words are ASCII.
  return /[^\0-\u024f]/.test(word) ? scripts.find(({ letters }) => letters.test(word)) : undefined;
}

/** Whether a word in this script and a Latin one may be the same name. */
export function isSpelledAs(script: Script, word: string, latin: string): boolean {
  const key = script.keyOf(latin);
  return key !== "" && script.spell(word).some((spelling) => spelling === latin || script.keyOf(spelling) === key);
}

/** The name in Latin letters; the word itself for Latin words and unknown scripts. */
export function latinOf(word: string): string {
  return scriptOf(word)?.spell(word)[0] ?? word;
}

function spell(word: string, table: () => ReadonlyMap<string, string>): string {
  return Array.from(word, (letter) => table().get(letter) ?? letter).join("");
}

/** Pairs of a reading and the letters that have it: `b:ب k:كک`. */
function readings(text: string): () => ReadonlyMap<string, string> {
  return once(() => {
    const pairs = text.trim().split(/\s+/);
    return new Map(
      pairs.flatMap((pair) => {
        const [reading = "", letters = ""] = pair.split(":");
        return Array.from(letters, (letter) => [letter, reading] as const);
      }),
    );
  });
}

/** Arabic, Persian, Urdu and Hebrew letters. Vowels and what people leave out or write as vowels have no reading. */
const consonants = readings(`
  h:حهةהח :اأإآءئؤىيیوعאוי'ע b:ب t:تطט th:ث j:ج h:ح kh:خ d:دضד dh:ذظ r:رר z:زז s:سصסשצץ sh:ش gh:غ f:ف k:قكکקכך l:لל m:مםמ n:نןנ
  p:پפף ch:چ zh:ژ g:گג b:ב t:ת
`);

/** The consonants of a Latin spelling, as Arabic and Hebrew write them; those that people romanise in several ways are one. */
function semiticKey(latin: string): string {
  return latin
    .replace(/ou|[aeiouyw']/g, "")
    .replace(/ph/g, "f")
    .replace(/[qc](?!h)|ch|kh/g, "k")
    .replace(/dh|th/g, (pair) => pair.charAt(0))
    .replace(/sh|ts|tz|z/g, "s")
    .replace(/gh|dj|j/g, "g")
    .replace(/v/g, "")
    .replace(/p/g, "f")
    .replace(/h$/, "")
    .replace(/(.)\1+/g, "$1");
}

const initials = "g kk n d tt r m b pp s ss _ j jj ch k t p h".split(" ");
const vowels = "a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i".split(" ");
const finals = "_ k k k n n n t l k m l l l p l m p p t t ng t t k t p t".split(" ");
/** Family names that are usually written otherwise than the Revised Romanization (2000) does. */
const koreanFamilies: Readonly<Record<string, string>> = {
  이: "lee",
  박: "park",
  최: "choi",
  오: "oh",
  임: "lim",
  노: "roh",
  우: "woo",
};

/** Revised Romanization of Korean, syllable by syllable (the arithmetic of Unicode, section 3.12). */
function romaniseHangul(word: string): string {
  return Array.from(word, (syllable, at) => {
    const family = at === 0 ? koreanFamilies[syllable] : undefined;
    const index = syllable.charCodeAt(0) - 0xac00;
    if (family !== undefined || index < 0 || index > 11_171) return family ?? syllable;
    const parts = [initials[Math.floor(index / 588)], vowels[Math.floor((index % 588) / 28)], finals[index % 28]];
    return parts.join("").replaceAll("_", "");
  }).join("");
}

/** Kim and Gim, Jung, Jeong and Chung, Joon and Jun, Young and Yeong, Lee and Yi. */
function koreanKey(latin: string): string {
  return latin
    .replace(/[yw](?=[aeiou])/g, "")
    .replace(/eo|eu|oo|ou|u/g, "o")
    .replace(/ee|ui|y/g, "i")
    .replace(/ae|ai|oe|oi/g, "e")
    .replace(/ch/g, "j")
    .replace(/[gdbr]/g, (letter) => ({ g: "k", d: "t", b: "p", r: "" })[letter] ?? letter)
    .replace(/sh/g, "s")
    .replace(/(?<=.)h/g, "")
    .replace(/(.)\1+/g, "$1");
}

/** The characters that are frequent in Chinese names, by their reading in Pinyin without tones. */
const pinyin = readings(`
  wang:王汪旺 li:李理丽利力立莉黎礼俐 zhang:张章 liu:刘柳 chen:陈晨辰臣 yang:杨阳洋 zhao:赵兆 huang:黄 zhou:周舟 wu:吴武伍 xu:徐许旭 sun:孙 hu:胡虎
  zhu:朱竹 gao:高 lin:林琳霖 he:何贺河和 guo:郭国 ma:马 luo:罗洛骆 liang:梁亮良 song:宋松 zheng:郑正政 xie:谢 han:韩涵翰 tang:唐汤 feng:冯峰风丰凤锋
  yu:于余玉宇雨瑜昱钰育俞 dong:董东冬 xiao:萧肖晓小筱潇 cheng:程成诚 cao:曹 yuan:袁远媛源元 deng:邓 fu:傅福富付 shen:沈申 zeng:曾 peng:彭鹏 lu:卢陆鲁璐路露 su:苏素
  jiang:蒋江姜 cai:蔡才 jia:贾佳嘉家 ding:丁定 wei:魏伟薇威卫维炜韦巍 xue:薛雪学 ye:叶业烨 yan:闫严燕艳岩颜言彦妍 pan:潘攀 du:杜 dai:戴 xia:夏霞
  zhong:钟忠中仲 tian:田天 ren:任仁 fan:范凡帆 fang:方芳 shi:石诗世史士时 yao:姚瑶耀 tan:谭 liao:廖 zou:邹 xiong:熊雄 jin:金进锦津 hao:郝浩昊豪皓 kong:孔
  bai:白 cui:崔翠 kang:康 mao:毛 qiu:邱秋 qin:秦琴勤 gu:顾谷 hou:侯 shao:邵少 meng:孟梦萌 long:龙隆 wan:万婉 duan:段 qian:钱倩乾 yin:尹银音 ling:玲凌灵
  jun:军君俊骏钧 jie:杰洁捷婕 min:敏民旻 jing:静晶京敬婧景 qiang:强 lei:磊雷蕾 ping:平萍 gang:刚 ming:明铭鸣 hua:华花 hui:辉慧惠会 hong:红宏洪鸿虹 mei:梅美
  juan:娟 tao:涛 chao:超 xin:鑫新心欣鑫昕馨 ting:婷庭 bo:波博柏 ying:英颖莹营 zhi:志智芝治 yong:勇永咏 bin:斌彬滨 kai:凯开 dan:丹 na:娜 qing:青庆清晴 ning:宁 zi:子紫梓
  xiang:翔祥湘向 zhen:珍振真镇 ai:爱艾 rui:瑞睿蕊锐 yi:怡一艺义易毅奕逸仪依 han:晗 ze:泽 hai:海 tong:彤童桐 si:思斯 ruo:若 an:安 chun:春纯 gui:桂贵 guang:光广 shu:书淑树 wen:文雯
  xi:希曦喜西熙 qi:琪奇琦齐启 ke:可科克柯 yue:月悦岳越 ran:然冉 nan:楠南男 shan:山珊善 sheng:胜生盛 guan:关 lan:兰岚蓝 ju:菊巨 bao:宝 jian:建健剑 ni:妮 lian:莲连 rong:荣蓉 shuang:双爽 you:友佑 zhe:哲
`);

/** Hiragana and katakana without their voicing marks, which folding removes (Hepburn). */
const kana = readings(`
  a:あア i:いイ u:うウ e:えエ o:おオ ka:かカ ki:きキ ku:くク ke:けケ ko:こコ sa:さサ shi:しシ su:すス se:せセ so:そソ ta:たタ chi:ちチ tsu:つツ te:てテ to:とト
  na:なナ ni:にニ nu:ぬヌ ne:ねネ no:のノ ha:はハ hi:ひヒ fu:ふフ he:へヘ ho:ほホ ma:まマ mi:みミ mu:むム me:めメ mo:もモ ya:やヤ yu:ゆユ yo:よヨ
  ra:らラ ri:りリ ru:るル re:れレ ro:ろロ wa:わワ o:をヲ n:んン :ーッっ
`);

/** Long vowels are written in many ways, and folded kana have no voicing marks. */
function japaneseKey(latin: string): string {
  return latin
    .replace(/ou|oo|oh(?![aeiou])/g, "o")
    .replace(/uu/g, "u")
    .replace(/[gzdbpj]/g, (letter) => ({ g: "k", z: "s", d: "t", b: "h", p: "h", j: "sh" })[letter] ?? letter)
    .replace(/(.)\1+/g, "$1");
}
