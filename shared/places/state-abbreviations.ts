/** How states, provinces and counties are shortened by tradition, where their codes of two letters are not used. */

/**
 * Abbreviations without their dots, but for those that are codes elsewhere as well and mean a state with a dot ("Me."),
 * and the ISO 3166-2 codes of the regions in which they lie, by country.
 */
const byCountry: Readonly<Record<string, string>> = {
  CA: "alta=ab man=mb nfld=nl ont=on que=qc sask=sk",
  GB:
    "beds=eng berks=eng bucks=eng cambs=eng derbys=eng glos=eng hants=eng herts=eng lancs=eng leics=eng lincs=eng " +
    "northants=eng notts=eng oxon=eng staffs=eng warks=eng wilts=eng worcs=eng yorks=eng",
  US:
    "ala=al ariz=az ark=ar cal=ca calif=ca colo=co conn=ct del=de fla=fl ida=id ill=il ind=in kan=ks kans=ks mass=ma " +
    "mich=mi minn=mn miss=ms mont=mt neb=ne nebr=ne nev=nv okla=ok ore=or oreg=or penn=pa penna=pa tenn=tn tex=tx " +
    "wash=wa wis=wi wisc=wi wva=wv wyo=wy ga.=ga ky.=ky la.=la md.=md me.=me mo.=mo pa.=pa va.=va vt.=vt",
};

export interface Abbreviated {
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** What follows the country in the region's ISO 3166-2 code, in small letters. */
  code: string;
}

/** By the word, in small letters ("mass", "me."). */
export const abbreviations: ReadonlyMap<string, Abbreviated> = new Map(
  Object.entries(byCountry).flatMap(([country, list]) =>
    list.split(" ").map((pair) => {
      const [short = "", code = ""] = pair.split("=");
      return [short, { country, code }] as const;
    }),
  ),
);
