/** Titles and credentials that people put before and behind their names. */

/** Of these nobody's name is one, also in capitals and without a comma before. */
const unmistakable = words(
  "MBA EMBA PhD MSc BSc MSci MPhil MPH LLM LLB DBA EdD PsyD PharmD DNP DVM MFA MPA MSW LCSW CPA CFA CFP CMA DDS DMD",
  "CISA CISM CISSP CRISC CGEIT OSCP PMP PgMP PfMP PMI-ACP PMI-RMP CAPM CSM CSPO A-CSM ITIL TOGAF PRINCE2 CTFL ISTQB",
  "SHRM-CP SHRM-SCP PHR SPHR GPHR aPHR CHRP CHRL CHRE ACCA FCCA CPIM CSCP CLTD CSSBB SSBB LSSBB LSSGB CSSGB LSSMBB",
  "MIET FIET MCIPS FCIPS MCIPD FCIPD MRICS FRICS MBBS FRCS MRCP CPCC CCXP CDMP CBAP CCBA CCNA CCNP CCIE MCSE RHCE",
  "CHFP FACHE CRNA MSN BSN APRN FNP-C RN-BC",
);

/** Names and words too, unless they stand behind a comma. */
const credentials = new Set([
  ...unmistakable,
  ...words(
    "MA BA MS BS MD JD DO PE RN ED BE ME BTech MTech BCom MCom BBA BCA MCA CA CS CWA FCA ACA ACMA FCMA CPT CIA CEH FRM",
    "ACC PCC MCC ICF CSCS RD LPN NP PA PT DPT OT AuD DC ND Esq Esquire Jr Sr II III IV CPHR ESQ AICP ASLA NCARB OBE",
    "MBE CBE KC QC TD VR FRS FRSA FBA PGDM PGCE QTS CISO CEO CTO CFO COO Dr Ing Eng ACP SA SPC POPM SSM PSM PSPO",
    "PSM-I PSPO-I BCBA PGD PGDip MEng BEng PEng CEng EIT LEED RIBA ARB AIA CAIA CAMS CFE CTP SAFe MCP AWS-SAA HRBP",
  ),
]);

/** Alone they would be a name: `Ms Lee` has none. */
const titles = words(
  "Dr Prof Professor Mr Mrs Ms Mx Miss Sir Dame Rev Hon Eng Ing Dipl-Ing Mag Drs Ir Dra Profa Engr Arch Capt Cpt",
  "Col Gen Lt Maj Sgt Mme Mlle Herr Frau",
);

/** With a dot only: without one they are names of people as well. */
const dotted = new Set(["ing", "eng", "mag", "ir", "arch", "col", "gen", "maj", "hon", "sir"]);

export function isCredential(word: string): boolean {
  return credentials.has(key(word));
}

/** A word behind a name, without a comma before it: `MBA` and `Phd`, but not Mr. Mba. */
export function isCredentialAlone(word: string): boolean {
  return unmistakable.has(key(word)) && /\p{Lu}.*\p{Lu}|^[^aeiou]+$/u.test(word);
}

export function isTitle(word: string): boolean {
  const bare = key(word);
  return titles.has(bare) && (word.endsWith(".") || !dotted.has(bare)) && /^\p{Lu}/u.test(word);
}

function key(word: string): string {
  return word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

function words(...lines: string[]): Set<string> {
  return new Set(lines.join(" ").split(" ").map(key));
}
