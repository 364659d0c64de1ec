/** Style sheets are imported for their effect: the build makes one file of them. */
declare module "*.css";
